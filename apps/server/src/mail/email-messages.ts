import {
  buttonMethods,
  labelOf,
  providerIds,
  type SignInMethod,
} from '@foyer/contract/sign-in-methods'
import english from '@foyer/messages/en/email.json' with { type: 'json' }
import englishPage from '@foyer/messages/en/sign-in.json' with { type: 'json' }
import turkish from '@foyer/messages/tr/email.json' with { type: 'json' }
import turkishPage from '@foyer/messages/tr/sign-in.json' with { type: 'json' }

export type Language = 'en' | 'tr'
type Messages = typeof english
export type MailTopic = keyof Messages['topics']

const messagesIn: Readonly<Record<Language, Messages>> = { en: english, tr: turkish }

/** The labels of the buttons on the sign-in page. */
const labelsIn = { en: englishPage.signIn, tr: turkishPage.signIn }
type ButtonMethod = SignInMethod | 'email-link'

interface EmailValues {
  product: string
  /** Empty for a greeting without a name. */
  firstName: string
  /** The sign-in methods that the email mentions. */
  methods: readonly string[]
}

export interface EmailMessage {
  subject: string
  body: string[]
  /** The label of the link. */
  action: string
  /** Introduces the URL, which is below the button. */
  buttonFallback: string
  /** Introduces the contact. */
  help: string
  footer: string
}

/** The messages of an email, with the placeholders filled in. */
export function emailMessage(
  language: Language,
  topic: MailTopic,
  { product, firstName, methods }: EmailValues,
): EmailMessage {
  const messages = messagesIn[language]
  const { subject, body, action, footer } = messages.topics[topic]
  const [method] = methods
  const button = hasButton(method) ? buttonOf(language, method) : messages.usualButton
  const fill = (text: string) => fillIn(text, { product, firstName, button })
  return {
    subject: fill(subject),
    body: [
      fill(firstName === '' ? messages.greeting : messages.greetingByName),
      ...body.map(fill),
      ...(topic === 'account-created' ? nextTime(language, methods) : []),
    ],
    action: fill(action),
    buttonFallback: messages.buttonFallback,
    help: messages.help,
    footer: fill(footer),
  }
}

/** In one pass, so that a placeholder inside a value is not filled in. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

const hasButton = (method: string | undefined): method is ButtonMethod =>
  method === 'email-link' || buttonMethods.some((known) => known === method)

/** The label of the sign-in page's button for a method, in quotation marks. */
function buttonOf(language: Language, method: ButtonMethod): string {
  const label = labelsIn[language][method === 'email-link' ? 'emailLink' : labelOf(method)]
  return fillIn(messagesIn[language].button, { label })
}

/**
 * Explains which button to press next time: the account has no linked provider yet and is found by its email
 * address.
 */
function nextTime(language: Language, methods: readonly string[]): string[] {
  const { nextTime: sentences } = messagesIn[language]
  const offered = providerIds.filter((id) => methods.includes(id))
  const providers = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    offered.map((id) => buttonOf(language, id)),
  )
  const hasLink = methods.includes('email-link')
  const sentence = hasLink ? sentences.insteadOfLink : sentences.withoutLink
  return [
    ...(hasLink ? [fillIn(sentences.link, { button: buttonOf(language, 'email-link') })] : []),
    ...(providers === '' ? [] : [fillIn(sentence, { providers })]),
  ]
}

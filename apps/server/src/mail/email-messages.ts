import { nameOf, provableProviders, type Method } from '@foyer/contract/sign-in-methods'
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

interface EmailValues {
  product: string
  /** Empty for a greeting without a name. */
  firstName: string
  /** Empty in an email without a code. */
  code: string
  /** The sign-in methods that the email mentions. */
  methods: readonly string[]
  /** The methods of the sign-in page, with their names. */
  configured: readonly Method[]
}

export interface EmailMessage {
  subject: string
  body: string[]
  /** The label of the link. Empty in an email without one. */
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
  { product, firstName, code, methods, configured }: EmailValues,
): EmailMessage {
  const messages = messagesIn[language]
  const { subject, body, footer, ...rest } = messages.topics[topic]
  const action = 'action' in rest ? rest.action : ''
  const [method = ''] = methods
  const button = buttonOf(language, method, configured) ?? messages.usualButton
  const fill = (text: string) => fillIn(text, { product, firstName, code, button })
  return {
    subject: fill(subject),
    body: [
      fill(firstName === '' ? messages.greeting : messages.greetingByName),
      ...body.map(fill),
      ...(topic === 'account-created' ? nextTime(language, methods, configured) : []),
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

/** The label of the sign-in page's button for a method, in quotation marks. Null if the page has no such button. */
function buttonOf(
  language: Language,
  method: string,
  configured: readonly Method[],
): string | null {
  const label = labelOf(language, method, configured)
  return label === null ? null : fillIn(messagesIn[language].button, { label })
}

function labelOf(language: Language, method: string, configured: readonly Method[]): string | null {
  const labels = labelsIn[language]
  if (method === 'email-link') return labels.emailLink
  if (method === 'phone' || method === 'password') return labels[method]
  const provider = nameOf(method, configured, language)
  return provider === null ? null : fillIn(labels.provider, { provider })
}

/**
 * Explains which button to press next time: the account has no linked provider yet and is found by its email
 * address.
 */
function nextTime(
  language: Language,
  methods: readonly string[],
  configured: readonly Method[],
): string[] {
  const { nextTime: sentences } = messagesIn[language]
  const button = (method: string) => buttonOf(language, method, configured) ?? ''
  const offered = provableProviders.filter((id) => methods.includes(id))
  const providers = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    offered.map(button),
  )
  const hasLink = methods.includes('email-link')
  const sentence = hasLink ? sentences.insteadOfLink : sentences.withoutLink
  return [
    ...(hasLink ? [fillIn(sentences.link, { button: button('email-link') })] : []),
    ...(providers === '' ? [] : [fillIn(sentence, { providers })]),
  ]
}

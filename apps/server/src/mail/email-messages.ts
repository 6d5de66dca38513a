import english from '@foyer/messages/en/email.json' with { type: 'json' }
import turkish from '@foyer/messages/tr/email.json' with { type: 'json' }

export type Language = 'en' | 'tr'
type Messages = typeof english
export type MailTopic = keyof Messages['topics']

const messagesIn: Readonly<Record<Language, Messages>> = { en: english, tr: turkish }

interface EmailValues {
  product: string
  /** Empty where nobody is greeted by name. */
  firstName: string
  /** The sign-in methods that the email names. */
  methods: readonly string[]
}

interface EmailMessage {
  subject: string
  body: string[]
  /** The label of the link. */
  action: string
  footer: string
}

/** What an email says, with its placeholders filled. */
export function emailMessage(
  language: Language,
  topic: MailTopic,
  { product, firstName, methods }: EmailValues,
): EmailMessage {
  const messages = messagesIn[language]
  const { subject, body, action, footer } = messages.topics[topic]
  const button = buttonOf(language, methods[0]) ?? messages.usualButton
  const fill = (text: string) => fillIn(text, { product, firstName, button })
  return {
    subject: fill(subject),
    body: [
      fill(firstName === '' ? messages.greeting : messages.greetingByName),
      ...body.map(fill),
      ...(topic === 'account-created' ? nextTime(language, methods) : []),
    ],
    action: fill(action),
    footer: fill(footer),
  }
}

/** In one pass: a value that has a placeholder in it stays as it is. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

/** The button of the sign-in page for a method, or null where it has none. */
function buttonOf(language: Language, method: string | undefined): string | null {
  const buttons: Readonly<Record<string, string>> = messagesIn[language].buttons
  return method !== undefined && Object.hasOwn(buttons, method) ? (buttons[method] ?? null) : null
}

/** Which button to press next time, where the account has no provider yet and is found by its email address. */
function nextTime(language: Language, methods: readonly string[]): string[] {
  const { buttons, nextTime: sentences } = messagesIn[language]
  const byAddress = (['google.com', 'microsoft.com'] as const).filter((id) => methods.includes(id))
  const providers = new Intl.ListFormat(language, { type: 'disjunction' }).format(
    byAddress.map((id) => buttons[id]),
  )
  const hasLink = methods.includes('email-link')
  const sentence = hasLink ? sentences.insteadOfLink : sentences.withoutLink
  return [
    ...(hasLink ? [fillIn(sentences.link, { button: buttons['email-link'] })] : []),
    ...(providers === '' ? [] : [fillIn(sentence, { providers })]),
  ]
}

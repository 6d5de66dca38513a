import type { Method } from '@foyer/contract/sign-in-methods'
import { emailMessage, type Language, type MailTopic } from './email-messages.ts'
import { htmlOf } from './email-layout.ts'

export interface EmailDraft {
  topic: MailTopic
  /** The sign-in methods that the email mentions: providers, `phone`, and `email-link`. */
  methods?: readonly string[]
  /** The methods of the sign-in page, with their names. */
  configured?: readonly Method[]
  language: Language
  product: string
  /** The accent of the deployment or the tenant. */
  accent?: string | undefined
  /** Where users get help: an email address or a URL. */
  contact?: string | undefined
  firstName: string
  /** The code of an email that has one. */
  code?: string
  /** An email with a code has no link, because the code is for the page that is already open. */
  link?: string
}

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** Renders an email as plain text and as HTML. */
export function compose({
  topic,
  methods = [],
  configured = [],
  language,
  product,
  accent,
  contact,
  firstName,
  code = '',
  link,
}: EmailDraft): ComposedMail {
  const productName = oneLine(product)
  const message = emailMessage(language, topic, {
    product: productName,
    firstName: isName(firstName) ? oneLine(firstName) : '',
    code,
    methods,
    configured,
  })
  const { subject, body, action, footer, help } = message
  const actionLine = link === undefined ? [] : [`${action}:\n${link}`]
  const helpLine = contact === undefined ? [] : [`${help} ${contact}`]
  return {
    subject,
    text: `${[...body, ...actionLine, footer, ...helpLine].join('\n\n')}\n`,
    html: htmlOf({ ...message, language, product: productName, accent, contact, code, link }),
  }
}

/** With a line break in it, a name could add lines to the text. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/**
 * Anyone can request an email to any address, and choose the name in its greeting. A "name" with a link (also
 * one that mail programs recognise in `evil.example`) or with a whole sentence would send that person's
 * message under our name, so it is left out. Browsers ignore some marks in a host, so none may follow a dot.
 */
function isName(text: string): boolean {
  return text.length <= 40 && /^[\p{L}\p{M}'’ .-]+$/u.test(text) && !/\.[\p{L}\p{M}]/u.test(text)
}

import { emailMessage, type Language, type MailTopic } from './email-messages.ts'

export interface EmailDraft {
  topic: MailTopic
  /** The sign-in methods that the email mentions: providers, `phone`, and `email-link`. */
  methods?: readonly string[]
  language: Language
  product: string
  firstName: string
  link: string
}

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** Renders an email as plain text and as simple HTML that is readable in light and dark mode. */
export function compose({
  topic,
  methods = [],
  language,
  product,
  firstName,
  link,
}: EmailDraft): ComposedMail {
  const { subject, body, action, footer } = emailMessage(language, topic, {
    product: oneLine(product),
    firstName: isName(firstName) ? oneLine(firstName) : '',
    methods,
  })
  const paragraphs = body.map((text) => `<p>${escape(text)}</p>`).join('\n')
  return {
    subject,
    text: `${[...body, `${action}:\n${link}`, footer].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto">
${paragraphs}
<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escape(action)}</a></p>
<p style="word-break:break-all"><a href="${escape(link)}">${escape(link)}</a></p>
<p><small>${escape(footer)}</small></p>
</div>
</body>
</html>
`,
  }
}

/** With a line break in it, a name could add lines to the text. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/**
 * Anyone can request an email to any address, and choose the name in its greeting. A "name" with a link (also
 * one that mail programs recognise in `evil.example`) or with a whole sentence would send that person's
 * message under our name, so it is left out.
 */
function isName(text: string): boolean {
  return text.length <= 40 && /^[\p{L}\p{M}'’ .-]+$/u.test(text) && !/\.\p{L}/u.test(text)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

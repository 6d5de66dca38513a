import { emailMessage, type Language, type MailTopic } from './email-messages.ts'

export interface Letter {
  topic: MailTopic
  /** The sign-in methods that it names: providers, `phone`, and `email-link`. */
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

/** The same words twice: as text, and as plain HTML that reads well on light and on dark. */
export function compose({
  topic,
  methods = [],
  language,
  product,
  firstName,
  link,
}: Letter): ComposedMail {
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

/** A name with a line break would otherwise write lines of its own into the text. */
function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/**
 * Whoever asks for a mail says whom it greets, and to whom it goes. What reads as more than a name would
 * make us the sender of their message: links, also those that mail programs see in `evil.example`, and
 * whole sentences.
 */
function isName(text: string): boolean {
  return text.length <= 40 && /^[\p{L}\p{M}'’ .-]+$/u.test(text) && !/\.\p{L}/u.test(text)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

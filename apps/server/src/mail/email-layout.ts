import { contactUrl } from '@foyer/contract/contact'
import { accentColors } from '@foyer/design/accent'
import { tokens } from '@foyer/design/tokens'
import type { EmailMessage, Language } from './email-messages.ts'

interface EmailContent extends EmailMessage {
  language: Language
  product: string
  accent: string | undefined
  contact: string | undefined
  /** Empty in an email without a code. */
  code: string
  link: string | undefined
}

const { light, dark } = tokens

/**
 * An email in the design of the sign-in page. It loads nothing: without images there is nothing to block, and nobody
 * learns when it is opened. Styles are inline because some email programs drop style sheets, and the layout has tables
 * because Outlook on Windows gives other elements no padding and no width.
 */
export function htmlOf(content: EmailContent): string {
  const { language, subject, product } = content
  const accent = content.accent ?? light.brand
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escape(subject)}</title>
<style>${styleSheet(accent)}</style>
</head>
<body class="around" style="margin:0;padding:0;background:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden">${escape(content.body[1] ?? '')}</div>
<table ${layoutTable} width="100%" class="around" style="background:${light.paper}"><tr><td align="center" class="outside" style="padding:32px 16px">
<!--[if mso]><table ${layoutTable} width="560"><tr><td><![endif]-->
<table ${layoutTable} width="100%" class="card" style="max-width:560px;border:1px solid ${light.line};border-radius:16px;border-collapse:separate;overflow:hidden;background:${light.surface};text-align:left">
<tr><td class="inside" style="padding:20px 32px;word-break:break-word;background:${accent};color:#ffffff;font:${light.bold} 18px/1.25 ${light.font}">${escape(product)}</td></tr>
<tr><td class="inside" style="padding:32px 32px 24px;word-break:break-word;color:${light.ink};font:16px/1.5 ${light.font}">
${mainPart(content, accent)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

const layoutTable = 'role="presentation" border="0" cellpadding="0" cellspacing="0"'

function mainPart(content: EmailContent, accent: string): string {
  const { subject, body, code, footer, help, contact } = content
  const { link } = accentColors(accent, 'light')
  const small = `margin:0 0 16px;color:${light['ink-soft']};font-size:14px;line-height:1.5`
  return [
    `<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font-size:22px;font-weight:${light.bold};line-height:1.3;text-wrap:balance">${unbroken(subject)}</h1>`,
    ...body.map((text) =>
      text === code
        ? `<p class="ink" style="margin:0 0 16px;font-size:32px;font-weight:${light.bold};letter-spacing:4px">${escape(code)}</p>`
        : `<p class="ink" style="margin:0 0 16px">${unbroken(text)}</p>`,
    ),
    ...linkPart(content, { accent, link, small }),
    `<p class="soft line" style="${small};padding-top:16px;border-top:1px solid ${light.line}">${unbroken(footer)}</p>`,
    ...(contact === undefined
      ? []
      : [
          `<p class="soft" style="${small}">${escape(help)} <a href="${escape(contactUrl(contact, subject))}" class="link" style="color:${link}">${escape(contact)}</a></p>`,
        ]),
  ].join('\n')
}

interface Styles {
  accent: string
  link: string
  small: string
}

/** The button, and its URL below it for a button that does not work. */
function linkPart(content: EmailContent, { accent, link, small }: Styles): string[] {
  if (content.link === undefined) return []
  const url = escape(content.link)
  return [
    `<table ${layoutTable} style="margin:24px 0;border-collapse:separate"><tr><td class="action" bgcolor="${accent}" style="border-radius:10px;background:${accent}"><a href="${url}" style="display:inline-block;padding:14px 24px;border-radius:10px;color:#ffffff;font-size:15px;font-weight:${light.bold};line-height:20px;text-decoration:none">${escape(content.action)}</a></td></tr></table>`,
    `<p class="soft" style="${small}">${escape(content.buttonFallback)}<br><a href="${url}" class="link" style="color:${link};font-size:12px;line-height:1.4;word-break:break-all">${url}</a></p>`,
  ]
}

/** Important, because the inline styles have priority otherwise. */
function styleSheet(accent: string): string {
  const { action, link } = accentColors(accent, 'dark')
  return `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a:focus-visible{outline:3px solid ${light.focus};outline-offset:2px}
@media (max-width:480px){.outside{padding:0!important}.card{border:0!important;border-radius:0!important}.inside{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.around{background:${dark.paper}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark['ink-soft']}!important}
.line{border-color:${dark.line}!important}
.action,.action a{background:${action}!important}
.link{color:${link}!important}
a:focus-visible{outline-color:${dark.focus}}
}
`
}

/** A line may break after a hyphen, which split "sign-in" and the Turkish "e-posta". Short words stay on one line. */
function unbroken(text: string): string {
  return escape(text).replace(
    /(?<![\p{L}-])\p{L}{1,6}-\p{L}{1,10}(?![\p{L}-])/gu,
    '<span style="white-space:nowrap">$&</span>',
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

import { createHash } from 'node:crypto'
import { bringsSameAccount } from '@foyer/contract/account-choice'
import { completeMethod } from '@foyer/contract/complete-method'
import { contactUrl } from '@foyer/contract/contact'
import { isProvider } from '@foyer/contract/sign-in-methods'
import { documentSheet, markSvg } from '@foyer/design/sheet'
import {
  gateMessages,
  type Language,
  type Messages,
  type LinkName,
  type PageName,
} from '../messages/gate-messages.ts'
import { copyScript } from './copy-script.ts'
import { methodName } from './method-name.ts'

/** How a deployment's pages look. */
export interface GateBranding {
  productName: string
  /** A `data:` URL. */
  logo: string | undefined
  /** A colour on which white text can be read. */
  accent: string | undefined
  /** Where users get help: an email address or a URL. */
  contact?: string | undefined
}

/** An account that may not open a page, and why. */
export interface RejectedAccount {
  name: string
  provider: string
  tenantId: string
  reason: keyof Messages['reasons']
  /** The providers that may, if that is the reason. */
  allowed?: readonly string[]
  /** The names of companies' providers, by their ids. */
  providerNames?: Readonly<Record<string, string>>
}

export interface PageContent {
  /** The link that the page shows. */
  link?: { href: string; label: LinkName; target?: '_blank' | '_top' }
  /** Whether the browser follows the link without a click. */
  isFollowed?: boolean
  /** What a user gives to support. */
  reference?: string
  /** The account that is signed in, if the page is about it. */
  account?: RejectedAccount
}

interface Layout {
  /** The content security policy of the pages. It allows their style and their script by hashes. */
  policy: string
  htmlOf(language: Language, name: PageName, content: PageContent): string
}

/** The page has no other file, so that it is complete while the application is down. */
export function createLayout({ productName, logo, accent, contact }: GateBranding): Layout {
  const style = documentSheet(accent) + ownStyle
  const product = escapeHtml(productName)
  const logoImage = logo === undefined ? markSvg : `<img src="${logo}" alt="">`
  const header = `<header class="brand">${logoImage}<span translate="no">${product}</span></header>`

  return {
    policy:
      `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(copyScript)}'; ` +
      (logo === undefined ? '' : 'img-src data:; ') +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",

    htmlOf(language, name, { link, isFollowed = false, reference, account }) {
      const messages = gateMessages[language]
      const page = messages.pages[name]
      const steps = 'steps' in page ? page.steps : []
      const href = escapeHtml(link?.href ?? '')
      const target = link?.target ? ` target="${link.target}" rel="noopener"` : ''
      const label = link && messages.links[link.label].replace('{{product}}', () => product)
      return (
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
        `<title>${page.title} · ${product}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<meta name="robots" content="noindex"><style>${style}</style>` +
        (isFollowed ? `<meta http-equiv="refresh" content="0;url=${href}">` : '') +
        `</head><body><div class="card">${header}<main><h1>${page.title}</h1><p>${page.text}</p>` +
        (steps.length > 0 ? `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>` : '') +
        (account === undefined ? '' : accountPart(messages, account)) +
        (link ? `<a href="${href}"${target} class="button button-primary">${label}</a>` : '') +
        (reference === undefined ? '' : referencePart(messages, reference, contact, account)) +
        '</main></div></body></html>'
      )
    },
  }
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

function linesOf(messages: Messages, account: RejectedAccount): [label: string, value: string][] {
  const { name, provider, tenantId, reason, allowed = [], providerNames = {} } = account
  const labels = messages.account
  const ofMethod = (id: string) => methodName(id, messages, providerNames)
  const lines: [string, string][] = [
    [labels.name, name],
    [labels.provider, ofMethod(provider)],
    [labels.tenantId, tenantId],
    [labels.reason, messages.reasons[reason]],
  ]
  return allowed.length > 0 ? [...lines, [labels.allowed, allowed.map(ofMethod).join(', ')]] : lines
}

function accountPart(messages: Messages, account: RejectedAccount): string {
  const rows = linesOf(messages, account).map(
    ([label, value]) => `<div><dt>${label}</dt><dd translate="no">${escapeHtml(value)}</dd></div>`,
  )
  const { provider } = account
  const isSame = isProvider(provider) && bringsSameAccount(provider, [completeMethod(provider)])
  const hint = isSame ? `<p>${messages.account.signOutThere}</p>` : ''
  return `<dl>${rows.join('')}</dl>${hint}`
}

/**
 * What a user needs to get help: the contact, and the reference with a button that copies it, with the account if the
 * page shows one. The text that is copied is there, so that it can be selected if the browser has no clipboard.
 */
function referencePart(
  messages: Messages,
  reference: string,
  contact: string | undefined,
  account: RejectedAccount | undefined,
): string {
  const { reference: label, help, copy, copyDetails, copied, selected } = messages
  const lines = account && [...linesOf(messages, account), [label, reference]]
  const text = lines?.map((line) => line.join(' ')).join('\n')
  const href = escapeHtml(contactUrl(contact ?? '', `${label} ${reference}`))
  const link = `<a href="${href}" translate="no">${escapeHtml(contact ?? '')}</a>`
  return (
    (contact === undefined ? '' : `<p class="help">${help} ${link}</p>`) +
    `<p class="reference">${label} <span translate="no">${reference}</span> ` +
    `<button type="button" class="copy" hidden data-copied="${copied}" data-selected="${selected}">` +
    `${text === undefined ? copy : copyDetails}</button><output></output></p>` +
    (text === undefined ? '' : `<pre class="text" hidden>${escapeHtml(text)}</pre>`) +
    `<script>${copyScript}</script>`
  )
}

const ownStyle =
  'body{display:grid;align-items:center;justify-items:center;min-height:100vh;min-height:100svh;padding:1.5rem}' +
  '.card{max-width:28rem}' +
  'main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;overflow-wrap:anywhere;padding:1.75rem 1.5rem 1.5rem}' +
  'ol{display:grid;gap:.375rem;padding-inline-start:1.5rem}' +
  '.button{margin-top:.5rem}' +
  '.reference{color:var(--ink-soft);font-size:.875rem}' +
  'dl{display:grid;gap:.375rem}dl div{display:flex;flex-wrap:wrap;gap:0 .5rem}dt{color:var(--ink-soft)}dd{margin:0}' +
  '.help a{color:var(--link,var(--ink));overflow-wrap:anywhere;display:inline-block;padding-block:.625rem;margin-block:-.625rem}' +
  '.reference span{user-select:all}' +
  '.text{margin:0;font:inherit;white-space:pre-wrap}' +
  '.copy{min-height:2.75rem;margin-block:-.75rem;padding:0 .5rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer}' +
  // On a phone, the card is the whole page.
  '@media (max-width:30rem){body{display:block;padding:0;background:var(--surface)}' +
  '.card{border:0;border-radius:0;box-shadow:none}.brand,main{padding-inline:1.25rem}}' +
  '@media print{.button,.copy{display:none}}'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

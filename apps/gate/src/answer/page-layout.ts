import { createHash } from 'node:crypto'
import { documentSheet, markSvg } from '@foyer/design/sheet'
import {
  gateMessages,
  type Language,
  type LinkName,
  type PageName,
} from '../messages/gate-messages.ts'

/** How a deployment's pages look. */
export interface GateBranding {
  productName: string
  /** A `data:` URL. */
  logo: string | undefined
  /** A colour on which white text can be read. */
  accent: string | undefined
}

export interface PageContent {
  /** The link that the page shows. */
  link?: { href: string; label: LinkName; target?: '_blank' | '_top' }
  /** Whether the browser follows the link without a click. */
  isFollowed?: boolean
  /** What a user gives to support. */
  reference?: string
}

interface Layout {
  /** The content security policy of the pages. It allows their styles by a hash. */
  policy: string
  htmlOf(language: Language, name: PageName, content: PageContent): string
}

/** The page has no script and no other file, so that it is complete while the application is down. */
export function createLayout({ productName, logo, accent }: GateBranding): Layout {
  const style = documentSheet(accent) + ownStyle
  const styleHash = createHash('sha256').update(style).digest('base64')
  const product = escapeHtml(productName)
  const logoImage = logo === undefined ? markSvg : `<img src="${logo}" alt="">`
  const header = `<header class="brand">${logoImage}<span translate="no">${product}</span></header>`

  return {
    policy:
      `default-src 'none'; style-src 'sha256-${styleHash}'; ` +
      (logo === undefined ? '' : 'img-src data:; ') +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",

    htmlOf(language, name, { link, isFollowed = false, reference }) {
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
        (link ? `<a href="${href}"${target} class="button button-primary">${label}</a>` : '') +
        (reference === undefined ? '' : referenceLine(messages.reference, reference)) +
        '</main></div></body></html>'
      )
    },
  }
}

const referenceLine = (label: string, reference: string) =>
  `<p class="reference">${label} <span translate="no">${reference}</span></p>`

const ownStyle =
  'body{display:grid;align-items:center;justify-items:center;min-height:100vh;min-height:100svh;padding:1.5rem}' +
  '.card{max-width:28rem}' +
  'main{display:grid;gap:1rem;padding:1.75rem 1.5rem 1.5rem}' +
  'ol{display:grid;gap:.375rem;padding-inline-start:1.5rem}' +
  '.button{margin-top:.5rem}' +
  '.reference{color:var(--ink-soft);font-size:.875rem}' +
  '.reference span{user-select:all}' +
  // On a phone, the card is the whole page.
  '@media (max-width:30rem){body{display:block;padding:0;background:var(--surface)}' +
  '.card{border:0;border-radius:0;box-shadow:none}.brand,main{padding-inline:1.25rem}}' +
  '@media print{.button{display:none}}'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

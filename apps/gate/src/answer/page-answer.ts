import { createHash } from 'node:crypto'
import { errorEntry, type GateErrorCode } from '../errors/gate-error.ts'
import { acceptsHtml } from '../request/page-request.ts'
import { methodOf, type RequestHead } from '../request/request-head.ts'
import { answer, jsonAnswer, type Answer, type AnswerHeaders } from './answer.ts'
import {
  gateMessages,
  languageOf,
  type Language,
  type LinkName,
  type PageName,
} from '../messages/gate-messages.ts'

interface Page {
  /** The link that the page shows. */
  link?: { href: string; label: LinkName; target?: '_blank' | '_top' }
  /** Whether the browser follows the link without a click. */
  isFollowed?: boolean
  headers?: AnswerHeaders
}

/** An HTML page for a browser, or JSON with the page's name for a script. */
export function pageAnswer(
  request: RequestHead,
  status: number,
  name: PageName,
  page: Page = {},
): Answer {
  if (!acceptsHtml(request)) {
    return jsonAnswer(status, { error: { code: status, reason: name } }, page.headers)
  }
  const language = languageOf(request.headers['accept-language'])
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
    vary: 'accept, accept-language',
    ...page.headers,
  }
  return answer(status, headers, htmlOf(language, name, page))
}

export function failurePage(request: RequestHead, code: GateErrorCode, page: Page = {}): Answer {
  const { httpStatus, page: name = 'refused' } = errorEntry(code)
  return pageAnswer(request, httpStatus, name, page)
}

/** Reverse proxies read 4 KB of a head by default. 512 bytes are reserved for the headers that every response has. */
const redirectBytes = 4096 - 512

/**
 * Redirects to another URL. If the URL is long, a reverse proxy in front would refuse the head with 502, so the gate
 * sends a page that redirects instead.
 */
export function redirectTo(
  request: RequestHead,
  location: string,
  headers: AnswerHeaders = {},
): Answer {
  const bytes = Object.values(headers).flat().join('').length + location.length
  if (bytes > redirectBytes && methodOf(request) === 'GET' && acceptsHtml(request)) {
    const link = { href: location, label: 'goOn' } as const
    return pageAnswer(request, 200, 'redirecting', { link, isFollowed: true, headers })
  }
  return answer(302, { location, ...headers })
}

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;' +
  'margin:15vh auto;padding:0 1.5rem}a{display:inline-block;padding:.75rem 0}'
const styleHash = createHash('sha256').update(style).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

function htmlOf(language: Language, name: PageName, { link, isFollowed = false }: Page): string {
  const messages = gateMessages[language]
  const { title, text } = messages.pages[name]
  const href = escapeHtml(link?.href ?? '')
  const target = link?.target ? ` target="${link.target}" rel="noopener"` : ''
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${style}</style>` +
    (isFollowed ? `<meta http-equiv="refresh" content="0;url=${href}">` : '') +
    `<main><h1>${title}</h1><p>${text}</p>` +
    (link ? `<p><a href="${href}"${target}>${messages.links[link.label]}</a></p>` : '') +
    '</main></html>'
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { drainBody } from '../request/drain-body.ts'
import { acceptsHtml, hasBody } from '../request/page-request.ts'
import { languageOf, wordsIn, type LinkName, type PageName } from './words.ts'

type Headers = Record<string, string | readonly string[]>

const style =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;' +
  'margin:15vh auto;padding:0 1.5rem}a{display:inline-block;padding:.75rem 0}'
const styleHash = createHash('sha256').update(style).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

/** Sends an answer of the gate's own. IAP marks its answers with the same header. */
export function answer(res: ServerResponse, status: number, headers: Headers, body = ''): void {
  res.writeHead(status, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-goog-iap-generated-response': 'true',
    'content-length': Buffer.byteLength(body),
    // The body that was announced will not be asked for, so none can follow on this connection.
    ...(res.req.headers.expect !== undefined && { connection: 'close' }),
    ...headers,
  })
  res.end(body)
  if (hasBody(res.req)) drainBody(res.req)
}

export function answerJson(
  res: ServerResponse,
  status: number,
  value: unknown,
  headers: Headers = {},
) {
  answer(res, status, { 'content-type': 'application/json', ...headers }, JSON.stringify(value))
}

export function answerText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Headers = {},
) {
  answer(res, status, { 'content-type': 'text/plain; charset=utf-8', ...headers }, text)
}

/** What a reverse proxy may have room for, less the headers that every answer has. */
const redirectBytes = 4096 - 512

/**
 * Sends the browser elsewhere. Where the location and the cookies together are too long for a reverse proxy
 * to read, the location goes into a page that leads there: the answer would become a 502 otherwise.
 */
export function redirect(res: ServerResponse, location: string, headers: Headers = {}): void {
  const { req } = res
  const bytes = Object.values(headers).flat().join('').length + location.length
  if (bytes > redirectBytes && req.method === 'GET' && acceptsHtml(req)) {
    const link = { href: location, label: 'goOn' } as const
    answerPage(req, res, { status: 200, page: 'redirecting', link, isFollowed: true, headers })
  } else answer(res, 302, { location, ...headers })
}

interface PageAnswer {
  status: number
  page: PageName
  /** Where to go on. */
  link?: { href: string; label: LinkName; target?: '_blank' | '_top' }
  /** Whether the browser follows the link by itself. */
  isFollowed?: boolean
  headers?: Headers
}

/** Speaks to a person in words and to a program in one. */
export function answerPage(req: IncomingMessage, res: ServerResponse, it: PageAnswer): void {
  if (!acceptsHtml(req)) {
    answerJson(res, it.status, { error: { code: it.status, reason: it.page } }, it.headers)
    return
  }
  const language = languageOf(req.headers['accept-language'])
  const words = wordsIn[language]
  const { title, text } = words[it.page]
  const link = it.link
    ? `<p><a href="${escapeHtml(it.link.href)}"${it.link.target ? ` target="${it.link.target}" rel="noopener"` : ''}>${words[it.link.label]}</a></p>`
    : ''
  const follow =
    it.link && it.isFollowed
      ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(it.link.href)}">`
      : ''
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><style>${style}</style>${follow}` +
    `<main><h1>${title}</h1><p>${text}</p>${link}</main></html>`
  answer(
    res,
    it.status,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
      vary: 'accept, accept-language',
      ...it.headers,
    },
    html,
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

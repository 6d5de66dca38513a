import { referenceTo } from '@foyer/contract/reference'
import { errorEntry, type GateErrorCode } from '../errors/gate-error.ts'
import { languageOf, type PageName } from '../messages/gate-messages.ts'
import { acceptsHtml } from '../request/page-request.ts'
import { methodOf, type RequestHead } from '../request/request-head.ts'
import { answer, jsonAnswer, type Answer, type AnswerHeaders } from './answer.ts'
import { createLayout, type GateBranding, type PageContent } from './page-layout.ts'

interface Page extends Pick<PageContent, 'link' | 'isFollowed' | 'reference' | 'account'> {
  headers?: AnswerHeaders
}

/** The gate's own pages. For a script, each is JSON with the page's name. */
export interface Pages {
  answer(request: RequestHead, status: number, name: PageName, page?: Page): Answer
  failure(request: RequestHead, code: GateErrorCode, page?: Page): Answer
  /**
   * Redirects to another URL. If the URL is long, a reverse proxy in front would refuse the head with 502, so the gate
   * sends a page that redirects instead.
   */
  redirect(request: RequestHead, location: string, headers?: AnswerHeaders): Answer
  rebrand(branding: GateBranding): void
}

/** Reverse proxies read 4 KB of a head by default. 512 bytes are reserved for the headers that every response has. */
const redirectBytes = 4096 - 512

interface PagesDeps {
  branding: GateBranding
  /** Whole seconds since 1970. */
  now: () => number
  /** Called for each response that reports an error. */
  onFailure?: (code: GateErrorCode) => void
  /** Whether the access policy has a rule for the start page. Otherwise no page links to it. */
  isHomeOpen?: () => boolean
}

export function createPages({
  branding,
  now,
  onFailure = () => {},
  isHomeOpen = () => true,
}: PagesDeps): Pages {
  let layout = createLayout(branding)

  /** Under a foreign host name, the gate does not say where the application is. */
  function wayOutOf(code: GateErrorCode, name: PageName): Page {
    const isAddressWrong = name === 'refused' && code !== 'unknown-host'
    return isAddressWrong && isHomeOpen() ? { link: { href: '/', label: 'home' } } : {}
  }

  const pages: Pages = {
    rebrand: (next) => void (layout = createLayout(next)),

    answer(request, status, name, { headers, ...page } = {}) {
      if (!acceptsHtml(request)) {
        return jsonAnswer(status, { error: { code: status, reason: name } }, headers)
      }
      const language = languageOf(request.headers['accept-language'])
      const own = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': layout.policy,
        vary: 'accept, accept-language',
      }
      return answer(status, { ...own, ...headers }, layout.htmlOf(language, name, page))
    },

    failure(request, code, page = {}) {
      onFailure(code)
      const { httpStatus, page: name = 'refused' } = errorEntry(code)
      const reference = referenceTo(code, new Date(now() * 1000))
      return pages.answer(request, httpStatus, name, {
        ...wayOutOf(code, name),
        reference,
        ...page,
      })
    },

    redirect(request, location, headers = {}) {
      const bytes = Object.values(headers).flat().join('').length + location.length
      if (bytes > redirectBytes && methodOf(request) === 'GET' && acceptsHtml(request)) {
        const link = { href: location, label: 'goOn' } as const
        return pages.answer(request, 200, 'redirecting', { link, isFollowed: true, headers })
      }
      return answer(302, { location, ...headers })
    },
  }
  return pages
}

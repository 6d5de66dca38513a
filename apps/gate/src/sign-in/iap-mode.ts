import { jsonAnswer, type Answer } from '../answer/answer.ts'
import { failurePage, pageAnswer, redirectTo } from '../answer/page-answer.ts'
import { externalIdentity } from '../assertion/assertion.ts'
import { refreshedPath } from '../request/own-paths.ts'
import { isPageRequest, isWindowNavigation } from '../request/page-request.ts'
import { urlOf, type RequestHead } from '../request/request-head.ts'
import type { CurrentSession } from '../session/sessions.ts'
import { endSession, redirectToLogin, redirectToSignOut } from './login-redirect.ts'
import type { SignInPorts } from './sign-in-ports.ts'

const parameter = 'gcp-iap-mode'
/** A refresher page goes through the sign-in page once less than this is left of the session. */
const refreshWhenLeft = 600
const refreshAtLeft = 300

/**
 * The answer to `?gcp-iap-mode=…` on any path, as IAP documents it for applications to link to.
 * `undefined` when it is not for the gate to answer: no mode, an unknown one, or no session yet.
 */
export function answerIapMode(
  request: RequestHead,
  current: CurrentSession,
  ports: SignInPorts,
): Answer | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const url = urlOf(request)
  if (!url.includes(parameter)) return undefined
  const { mode, path } = splitMode(url)
  switch (mode) {
    case 'GCIP_SIGNOUT':
      return isWindowNavigation(request)
        ? redirectToSignOut(request, { current, path }, ports)
        : refuseToSignOut(request)
    case 'CLEAR_LOGIN_COOKIE':
      return isWindowNavigation(request)
        ? redirectTo(request, path, { 'set-cookie': endSession(request, current, ports) })
        : refuseToSignOut(request)
    case 'IDENTITY':
      return current.kind === 'active'
        ? jsonAnswer(200, externalIdentity(current.session.user, ports.settings))
        : undefined
    case 'DO_SESSION_REFRESH':
      return isPageRequest(request)
        ? redirectToLogin(request, { current, path: refreshedPath }, ports)
        : undefined
    case 'SESSION_REFRESHER':
      return isPageRequest(request) ? refresherPage(request, current, ports) : undefined
    default:
      return undefined
  }
}

/** In a frame, the page shows a link that does it in the whole window. */
function refuseToSignOut(request: RequestHead): Answer {
  const link = { href: urlOf(request), label: 'signOut', target: '_top' } as const
  return failurePage(request, 'whole-window', { link })
}

/** A page to leave open in a hidden frame: it reloads itself before the session ends. */
function refresherPage(request: RequestHead, current: CurrentSession, ports: SignInPorts): Answer {
  const left = current.kind === 'active' ? current.session.expiresAt - ports.now() : 0
  if (left < refreshWhenLeft) {
    return redirectToLogin(request, { current, path: urlOf(request) }, ports)
  }
  const refresh = String(Math.floor(left - refreshAtLeft))
  return pageAnswer(request, 200, 'refreshed', { headers: { refresh } })
}

/** Takes the mode out and leaves every other byte of the URL as it was. */
function splitMode(target: string): { mode: string; path: string } {
  const at = target.indexOf('?')
  if (at < 0) return { mode: '', path: target }
  const pairs = target.slice(at + 1).split('&')
  const isMode = (pair: string) => pair === parameter || pair.startsWith(`${parameter}=`)
  const rest = pairs.filter((pair) => !isMode(pair)).join('&')
  return {
    mode: pairs.find(isMode)?.slice(parameter.length + 1) ?? '',
    path: target.slice(0, at) + (rest ? `?${rest}` : ''),
  }
}

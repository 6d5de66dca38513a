import { jsonAnswer, type Answer } from '../answer/answer.ts'
import { externalIdentity } from '../assertion/assertion.ts'
import { refreshedPath } from '../request/own-paths.ts'
import { isPageRequest, isWindowNavigation } from '../request/page-request.ts'
import { urlOf, type RequestHead } from '../request/request-head.ts'
import type { CurrentSession } from '../session/sessions.ts'
import { endSession, redirectToLogin, redirectToSignOut } from './login-redirect.ts'
import type { SignInDeps } from './sign-in-deps.ts'

const parameter = 'gcp-iap-mode'
/** A refresher page redirects to the sign-in page if the session is valid for less than this. */
const refreshBelowSeconds = 600
const reloadBeforeEndSeconds = 300

/**
 * The response to `?gcp-iap-mode=…` on any path. IAP documents these modes for links in applications. `undefined` if
 * the gate does not answer: without a mode, with an unknown one, or without a session that the mode needs.
 */
export function answerIapMode(
  request: RequestHead,
  current: CurrentSession,
  deps: SignInDeps,
): Answer | Promise<Answer> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const url = urlOf(request)
  if (!url.includes(parameter)) return undefined
  const { mode, path } = splitMode(url)
  switch (mode) {
    case 'GCIP_SIGNOUT':
      return isWindowNavigation(request)
        ? redirectToSignOut(request, { current, path }, deps)
        : refuseToSignOut(request, deps)
    case 'CLEAR_LOGIN_COOKIE':
      return isWindowNavigation(request)
        ? clearCookie(request, { current, path }, deps)
        : refuseToSignOut(request, deps)
    case 'IDENTITY':
      return current.kind === 'active'
        ? jsonAnswer(200, externalIdentity(current.session.user, deps.settings))
        : undefined
    case 'DO_SESSION_REFRESH':
      return isPageRequest(request)
        ? redirectToLogin(request, { current, path: refreshedPath }, deps)
        : undefined
    case 'SESSION_REFRESHER':
      return isPageRequest(request) ? refresherPage(request, current, deps) : undefined
    default:
      return undefined
  }
}

async function clearCookie(
  request: RequestHead,
  { current, path }: { current: CurrentSession; path: string },
  deps: SignInDeps,
): Promise<Answer> {
  const cookies = await endSession(request, current, deps)
  return deps.pages.redirect(request, path, { 'set-cookie': cookies })
}

/** Refuses to sign out in a frame. The page has a link that signs out in the whole window. */
function refuseToSignOut(request: RequestHead, { pages }: SignInDeps): Answer {
  const link = { href: urlOf(request), label: 'signOut', target: '_top' } as const
  return pages.failure(request, 'whole-window', { link })
}

/** A page that applications keep open in a hidden frame. It reloads itself before the session ends. */
function refresherPage(request: RequestHead, current: CurrentSession, deps: SignInDeps): Answer {
  const secondsLeft = current.kind === 'active' ? current.session.expiresAt - deps.now() : 0
  if (secondsLeft < refreshBelowSeconds) {
    return redirectToLogin(request, { current, path: urlOf(request) }, deps)
  }
  const refresh = String(Math.floor(secondsLeft - reloadBeforeEndSeconds))
  return deps.pages.answer(request, 200, 'refreshed', { headers: { refresh } })
}

/** Removes the mode from the URL, and keeps every other byte. */
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

import { jsonAnswer, type Answer } from '../answer/answer.ts'
import { externalIdentity } from '../assertion/assertion.ts'
import type { User } from '../id-token/id-token-claims.ts'
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

/** What a link of an application or of the gate's own pages asks for. */
export type IapMode =
  | { name: 'IDENTITY'; user: User }
  | { name: 'GCIP_SIGNOUT' | 'CLEAR_LOGIN_COOKIE' | 'DO_SESSION_REFRESH' | 'SESSION_REFRESHER' }

/**
 * The mode of a request with `?gcp-iap-mode=…`, on any path. IAP documents these modes for links in applications.
 * `undefined` if the gate does not answer: without a mode, with an unknown one, or without what the mode needs.
 */
export function iapModeOf(request: RequestHead, current: CurrentSession): IapMode | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const url = urlOf(request)
  if (!url.includes(parameter)) return undefined
  const { mode: name } = splitMode(url)
  switch (name) {
    case 'GCIP_SIGNOUT':
    case 'CLEAR_LOGIN_COOKIE':
      return { name }
    case 'IDENTITY':
      return current.kind === 'active' ? { name, user: current.session.user } : undefined
    case 'DO_SESSION_REFRESH':
    case 'SESSION_REFRESHER':
      return isPageRequest(request) ? { name } : undefined
    default:
      return undefined
  }
}

export function answerIapMode(
  request: RequestHead,
  { mode, current }: { mode: IapMode; current: CurrentSession },
  deps: SignInDeps,
): Answer | Promise<Answer> {
  const { path } = splitMode(urlOf(request))
  if (mode.name === 'IDENTITY') return jsonAnswer(200, externalIdentity(mode.user, deps.settings))
  if (mode.name === 'SESSION_REFRESHER') return refresherPage(request, current, deps)
  if (mode.name === 'DO_SESSION_REFRESH')
    return redirectToLogin(request, { current, path: refreshedPath }, deps)
  if (!isWindowNavigation(request)) return refuseToSignOut(request, deps)
  const end = mode.name === 'GCIP_SIGNOUT' ? redirectToSignOut : clearCookie
  return end(request, { current, path }, deps)
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

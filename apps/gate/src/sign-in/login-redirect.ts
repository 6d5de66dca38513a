import type { Answer } from '../answer/answer.ts'
import { tenantIdOf } from '../id-token/verify-id-token.ts'
import { handleRedirectPath } from '../request/own-paths.ts'
import type { RequestHead } from '../request/request-head.ts'
import { ordinaryLength } from '../sealing/sealed-box.ts'
import type { CurrentSession } from '../session/sessions.ts'
import { beginAttempt, nonceCookies, stateLifeSeconds, type State } from './attempt.ts'
import type { SignInDeps } from './sign-in-deps.ts'

interface Return {
  /** The path to which the user returns. */
  path: string
  current: CurrentSession
}

/**
 * Redirects a page request to the sign-in page, which returns the user to `path`. If the sign-in could not be completed
 * now, the user is told so before, and not after having signed in at the provider.
 */
export function redirectToLogin(
  request: RequestHead,
  { path, current }: Return,
  deps: SignInDeps,
): Answer {
  const { jar, pages, store, now } = deps
  if (!store.isAvailable()) return answerUnavailable(request, path, deps)
  const { attempt, cookies } = beginAttempt(request, jar, now())
  const expiresAt = now() + stateLifeSeconds
  const state = sealState({ kind: 'signIn', attempt, path, expiresAt }, deps)
  if (state === undefined) {
    return pages.failure(request, 'url-too-long', { link: { href: '/', label: 'signIn' } })
  }
  const tenantId = tenantToAskFor(current, deps)
  const mode = tenantId === undefined ? 'selectAuthSession' : 'login'
  // Each new sign-in may remove the cookie of an older one. Nobody follows the redirect of a HEAD request, so it begins
  // none.
  const headers = request.method === 'HEAD' ? {} : { 'set-cookie': cookies }
  return pages.redirect(request, loginUrl({ mode, tid: tenantId, state }, deps), headers)
}

/** Nobody can sign in, because the database of the gate is unavailable. */
export function answerUnavailable(
  request: RequestHead,
  path: string,
  { pages }: Pick<SignInDeps, 'pages'>,
): Answer {
  const link = { href: path, label: 'tryAgain' } as const
  const headers = { 'retry-after': '5' }
  return pages.failure(request, 'sign-in-unavailable', { link, headers })
}

/** Ends the session here, and redirects to the sign-out of the sign-in page (C7). */
export async function redirectToSignOut(
  request: RequestHead,
  { path, current }: Return,
  deps: SignInDeps,
): Promise<Answer> {
  const { settings, stateBox, pages, now } = deps
  const headers = { 'set-cookie': await endSession(request, current, deps) }
  // The sign-in page would ask which tenants to sign out of. Without a return, it signs out of all that it knows.
  if (!('session' in current) && !settings.listsTenants) {
    return pages.redirect(request, loginUrl({ mode: 'signout' }, deps), headers)
  }
  const rest = {
    kind: 'signOut',
    expiresAt: now() + stateLifeSeconds,
    ...('session' in current && {
      tenantIds: [tenantIdOf(current.session.user, settings.projectNumber)],
    }),
  } as const
  const state = sealState({ ...rest, path }, deps) ?? stateBox.seal({ ...rest, path: '/' })
  return pages.redirect(request, loginUrl({ mode: 'signout', state }, deps), headers)
}

/** Invalidates the session, and returns the cookies that clear it from the browser. */
export async function endSession(
  request: RequestHead,
  current: CurrentSession,
  { jar, sessions, events }: SignInDeps,
): Promise<string[]> {
  if ('session' in current) {
    await sessions.end(current.session)
    events.audit('sign-out', 'done', request, current.session.user)
  }
  const nonces = nonceCookies(request, jar).map(({ name }) => jar.remove(name))
  return [jar.remove(jar.sessionName), ...nonces]
}

/** With a longer path, sign-in pages would refuse the state, and reverse proxies the head of the response. */
const longestPath = 2800

/** The sealed state, or `undefined` if the path is too long. */
function sealState(state: State, { stateBox }: SignInDeps): string | undefined {
  if (state.path.length > longestPath) return undefined
  const sealed = stateBox.seal(state)
  return sealed.length > ordinaryLength ? undefined : sealed
}

/** If there are several tenants, the user chooses once. After that, it is the tenant of the current session. */
function tenantToAskFor(
  current: CurrentSession,
  { settings: { projectNumber }, tenants }: SignInDeps,
): string | undefined {
  const isKnown = 'session' in current && current.kind !== 'rejected'
  const last = isKnown ? tenantIdOf(current.session.user, projectNumber) : undefined
  if (last !== undefined && tenants.has(last)) return last
  const [only, another] = tenants.ids()
  return another === undefined ? only : undefined
}

function loginUrl(
  query: { mode: string; tid?: string | undefined; state?: string },
  { settings }: SignInDeps,
): string {
  const url = new URL(settings.login)
  url.searchParams.set('mode', query.mode)
  url.searchParams.set('apiKey', settings.apiKey)
  if (query.tid !== undefined) url.searchParams.set('tid', query.tid)
  if (query.state !== undefined) {
    url.searchParams.set('redirect_uri', settings.publicUrl.origin + handleRedirectPath)
    url.searchParams.set('state', query.state)
  }
  return url.href
}

import { textAnswer, type Answer } from '../answer/answer.ts'
import { isPageRequest } from '../request/page-request.ts'
import { urlOf, type RequestHead } from '../request/request-head.ts'
import { isSameUser, type Session } from '../session/session.ts'
import type { CurrentSession } from '../session/sessions.ts'
import { GateError, errorEntry } from '../errors/gate-error.ts'
import { hasNonce, type RedirectToken } from './attempt.ts'
import { answerUnavailable } from './login-redirect.ts'
import { answerPreflight, corsHeaders, isFromLogin, type CallRules } from './login-origin.ts'
import type { SignInDeps } from './sign-in-deps.ts'

/**
 * `GET targetUri`: gives the session to the browser that began the sign-in. The sign-in page calls it (F7). If the
 * browser sends no cookies with that call, the page navigates to it.
 */
export async function gcipAuthenticate(request: RequestHead, deps: SignInDeps): Promise<Answer> {
  const rules: CallRules = {
    loginOrigin: deps.settings.login.origin,
    method: 'GET',
    // The page sends a content type even with a GET, as the public client library does.
    headers: 'content-type, x-iap-3p-token',
    credentials: true,
  }
  if (request.method === 'OPTIONS') return answerPreflight(request, rules)
  if (request.method !== 'GET') return refuse(request, 'wrong-method', rules, deps)
  const token = request.headers['x-iap-3p-token']
  return typeof token === 'string'
    ? authenticateByFetch(request, token, rules, deps)
    : authenticateByNavigation(request, deps)
}

async function authenticateByFetch(
  request: RequestHead,
  tokenText: string,
  rules: CallRules,
  deps: SignInDeps,
): Promise<Answer> {
  if (!isFromLogin(request, rules)) return refuse(request, 'wrong-origin', rules, deps)
  const outcome = await takeSession(request, deps.redirectTokenBox.open(tokenText), deps)
  audit(request, outcome, deps)
  const headers = corsHeaders(request, rules)
  if (outcome.kind === 'invalid') return refuse(request, 'redirect-token', rules, deps)
  if (outcome.kind === 'unavailable') return refuse(request, 'store-unavailable', rules, deps)
  if (outcome.kind === 'taken') {
    return textAnswer(200, 'OK', { ...headers, 'set-cookie': outcome.cookies })
  }
  // Without the nonce, the token is not spent and no cookie is set. The navigation that follows is first-party, and
  // completes the sign-in.
  return textAnswer(200, outcome.kind === 'noNonce' ? 'XsrfNonceCheckIsNeeded' : 'OK', headers)
}

/** Sign-in pages look for `Error N code` in the text. */
function refuse(
  request: RequestHead,
  code: 'redirect-token' | 'wrong-origin' | 'wrong-method' | 'store-unavailable',
  rules: CallRules,
  { events }: SignInDeps,
): Answer {
  events.failed(code)
  const { httpStatus, number, message } = errorEntry(code)
  const text = number === undefined ? message : `Error ${number} code: ${message}`
  return textAnswer(httpStatus, text, corsHeaders(request, rules))
}

async function authenticateByNavigation(request: RequestHead, deps: SignInDeps): Promise<Answer> {
  const { pages } = deps
  // Frames are allowed, because session refreshers use one. The nonce proves which browser began the sign-in.
  if (!isPageRequest(request)) return pages.failure(request, 'not-a-page-request')
  const { searchParams } = new URL(urlOf(request), deps.settings.publicUrl)
  const token = deps.redirectTokenBox.open(searchParams.get('rt') ?? '')
  const outcome = await takeSession(request, token, deps)
  audit(request, outcome, deps)
  const path = token?.path ?? '/'
  if (outcome.kind === 'unavailable') return answerUnavailable(request, path, deps)
  if (outcome.kind === 'taken') {
    return pages.redirect(request, path, { 'set-cookie': outcome.cookies })
  }
  if (outcome.kind === 'alreadySignedIn') return pages.redirect(request, path)
  return pages.failure(request, 'cannot-finish', { link: { href: path, label: 'tryAgain' } })
}

type Outcome =
  | { kind: 'taken'; session: Session; cookies: string[] }
  | { kind: 'alreadySignedIn' }
  | { kind: 'noNonce' }
  | { kind: 'invalid' }
  | { kind: 'unavailable' }

/** A missing nonce is no outcome yet, because a navigation with it follows. */
function audit(request: RequestHead, outcome: Outcome, { events }: SignInDeps) {
  if (outcome.kind === 'taken') events.audit('sign-in', 'done', request, outcome.session.user)
  if (outcome.kind === 'invalid') events.audit('sign-in', 'redirect-token', request)
  if (outcome.kind === 'unavailable') events.audit('sign-in', 'store-unavailable', request)
}

async function takeSession(
  request: RequestHead,
  token: RedirectToken | undefined,
  deps: SignInDeps,
): Promise<Outcome> {
  if (!token) return { kind: 'invalid' }
  try {
    return await take(request, token, deps)
  } catch (error) {
    if (error instanceof GateError && error.code === 'store-unavailable')
      return { kind: 'unavailable' }
    throw error
  }
}

async function take(
  request: RequestHead,
  token: RedirectToken,
  deps: SignInDeps,
): Promise<Outcome> {
  const { jar, sessions, store, now } = deps
  const spentId = `token:${token.attempt.id}`
  const isMine = hasNonce(request, jar, token.attempt)
  const isInTime = now() < token.expiresAt
  const isFirst = isMine && isInTime && (await store.spend(spentId, token.expiresAt))
  if (!isFirst) {
    // The first response may have been lost, or the user went Back to this URL. The browser already has the session.
    if (isHere(sessions.of(request), token.session)) return { kind: 'alreadySignedIn' }
    const isOver = isMine || !isInTime || (await store.isSpent(spentId))
    return { kind: isOver ? 'invalid' : 'noNonce' }
  }
  // Read only now, because the session may have ended while the token was stored.
  const session = await continuing(sessions.of(request), token.session, deps)
  const cookies = [sessions.cookieFor(session), jar.remove(jar.noncePrefix + token.attempt.id)]
  return { kind: 'taken', session, cookies }
}

function isHere(current: CurrentSession, session: Session): boolean {
  return current.kind === 'active' && isSameUser(current.session, session)
}

/** The session keeps its id if it is the same user's. The session of another user ends. */
async function continuing(
  current: CurrentSession,
  session: Session,
  { sessions }: SignInDeps,
): Promise<Session> {
  if (!('session' in current)) return session
  if (isSameUser(current.session, session)) return { ...session, id: current.session.id }
  await sessions.end(current.session)
  return session
}

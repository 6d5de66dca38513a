import type { Rejection } from '@foyer/contract/access-policy'
import { jsonAnswer, textAnswer, type Answer } from './answer/answer.ts'
import type { Pages } from './answer/page-answer.ts'
import type { PublicKeys } from './assertion/public-keys.ts'
import { tracesOf } from './events/gate-events.ts'
import type { User } from './id-token/id-token-claims.ts'
import { tenantIdOf } from './id-token/verify-id-token.ts'
import { judge, type Forward, type Verdict } from './judge.ts'
import * as paths from './request/own-paths.ts'
import { isNavigation, isPageRequest } from './request/page-request.ts'
import { pathOf, urlOf, type GateRequest, type RequestHead } from './request/request-head.ts'
import type { CurrentSession } from './session/sessions.ts'
import { gcipAuthenticate } from './sign-in/gcip-authenticate.ts'
import { handleRedirect } from './sign-in/handle-redirect.ts'
import { answerIapMode } from './sign-in/iap-mode.ts'
import { redirectToLogin } from './sign-in/login-redirect.ts'
import type { SignInDeps } from './sign-in/sign-in-deps.ts'

export interface DecideDeps {
  signIn: SignInDeps
  publicKeys: () => PublicKeys
}

/**
 * Decides what happens to a request: the gate answers it, or forwards it.
 *
 * Only signing in and out is asynchronous, because it reads a body or stores something. A decision to forward is
 * synchronous: a sign-out between the check of the session and the opening of its connection would not find that
 * connection to close.
 */
export function decide(
  request: GateRequest,
  { signIn, publicKeys }: DecideDeps,
): Answer | Forward | Promise<Answer> {
  const path = pathOf(request)
  // Load balancers use an IP address for health probes, not our host name. The response reveals nothing.
  if (path === paths.healthPath) return textAnswer(200, 'ok')
  const verdict = judge(request, signIn)
  if (verdict.kind === 'forward') return verdict
  if (verdict.kind !== 'own') return answerVerdict(request, verdict, signIn)
  if (path === paths.handleRedirectPath) return handleRedirect(request, signIn)
  if (path === paths.gcipAuthenticatePath) return gcipAuthenticate(request, signIn)
  return answerOwnPath(path, request, { publicKeys, pages: signIn.pages })
}

/** The gate's answer to a request that may not pass, and that is for none of its own paths. */
export function answerVerdict(
  request: RequestHead,
  verdict: Exclude<Verdict, { kind: 'forward' | 'own' }>,
  signIn: SignInDeps,
): Answer | Promise<Answer> {
  const { jar, pages, log } = signIn
  if (verdict.kind === 'broken') {
    log.info({ rule: verdict.rule, ...tracesOf(request) }, 'request refused')
    return pages.failure(request, verdict.rule)
  }
  if (verdict.kind === 'duplicate') {
    const link = { href: '/', label: 'signIn' } as const
    const headers = { 'set-cookie': jar.remove(jar.sessionName) }
    return pages.failure(request, 'duplicate-session', { link, headers })
  }
  if (verdict.kind === 'mode') return answerIapMode(request, verdict, signIn)
  if (verdict.kind === 'closed') return pages.failure(request, 'path-closed')
  if (verdict.kind === 'not-allowed') return keepOut(request, verdict, signIn)
  return askToSignIn(request, verdict.current, signIn)
}

/** The user is signed in, but not for this path. */
function keepOut(
  request: RequestHead,
  { user, rejection }: { user: User; rejection: Rejection },
  { pages, settings, access, events }: SignInDeps,
): Answer {
  events.audit('open', 'path-not-allowed', request, user)
  const { email, phone_number: phone, sub } = user
  const account = {
    name: email ?? (typeof phone === 'string' ? phone : sub),
    provider: user.firebase.sign_in_provider,
    tenantId: tenantIdOf(user, settings.projectNumber),
    providerNames: access.providerNames(),
    ...rejection,
  }
  const href = `${pathOf(request)}?gcp-iap-mode=GCIP_SIGNOUT`
  const link = { href, label: 'otherAccount' } as const
  return pages.failure(request, 'path-not-allowed', { link, account })
}

function answerOwnPath(
  path: string,
  request: RequestHead,
  { publicKeys, pages }: { publicKeys: () => PublicKeys; pages: Pages },
): Answer {
  const cacheable = { 'cache-control': 'public, max-age=3600' }
  switch (path) {
    case paths.publicKeyPath:
      return jsonAnswer(200, publicKeys().pem, cacheable)
    case paths.publicJwksPath:
      return jsonAnswer(200, publicKeys().jwks, cacheable)
    case paths.refreshedPath:
      return pages.answer(request, 200, 'refreshed')
    default:
      return pages.failure(request, 'not-found')
  }
}

/**
 * A page is redirected to the sign-in page. A script gets 401. A form gets 401 too, because a redirect would lose its
 * content.
 */
function askToSignIn(request: RequestHead, current: CurrentSession, signIn: SignInDeps): Answer {
  if (isPageRequest(request)) {
    return redirectToLogin(request, { current, path: urlOf(request) }, signIn)
  }
  if (isNavigation(request)) {
    const href = '/?gcp-iap-mode=DO_SESSION_REFRESH'
    const link = { href, label: 'signIn', target: '_blank' } as const
    return signIn.pages.failure(request, 'signed-out', { link })
  }
  return jsonAnswer(401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerJson, answerPage, answerText } from './answers/answer.ts'
import type { IdentifyTo } from './assertion/assertion.ts'
import type { PublicKeys } from './assertion/public-keys.ts'
import { forward, type ForwardPorts } from './proxy/forward.ts'
import { upstreamHeaders, type HeaderPorts } from './proxy/header-rules.ts'
import type { CookieJar } from './request/cookies.ts'
import { hasBody, isNavigation, isPageRequest } from './request/page-request.ts'
import { findBrokenRule, pathOf } from './request/request-rules.ts'
import type { OpenConnections } from './session/open-connections.ts'
import type { Visitor } from './session/sessions.ts'
import { gcipAuthenticate } from './sign-in/gcip-authenticate.ts'
import { handleRedirect } from './sign-in/handle-redirect.ts'
import { answerIapMode } from './sign-in/iap-mode.ts'
import { redirectToLogin } from './sign-in/login-redirect.ts'
import * as paths from './sign-in/paths.ts'
import type { SignInPorts } from './sign-in/sign-in-ports.ts'

interface RespondPorts {
  signIn: SignInPorts
  connections: OpenConnections
  identify: IdentifyTo
  publicKeys: PublicKeys
  proxy: ForwardPorts & HeaderPorts
}

/** What becomes of a request: refused, answered by the gate itself, passed on, or asked to sign in. */
export async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  ports: RespondPorts,
): Promise<void> {
  const { signIn, connections, identify, proxy } = ports
  const { settings, jar, sessions, log } = signIn
  const path = pathOf(req)
  // Load balancers probe by address, without our name. The answer tells them nothing else.
  if (path === paths.healthPath) {
    answerText(res, 200, 'ok')
    return
  }
  const broken = findBrokenRule(req, settings)
  if (broken) {
    log.info({ rule: broken.rule }, 'request refused')
    answerPage(req, res, { status: broken.status, page: 'refused' })
    return
  }
  if (path.startsWith(paths.reservedPrefix)) {
    await respondItself(path, req, res, ports)
    return
  }
  const visitor = sessions.of(req)
  if (visitor.kind === 'ambiguous') {
    clearDuplicates(req, res, jar)
    return
  }
  if (answerIapMode(req, res, visitor, signIn)) return
  if (visitor.kind === 'signedIn') {
    // Before anything is waited for: a sign-out meanwhile closes it.
    connections.add(visitor.session, res)
    const identity = await identify(visitor.session)
    forward(req, res, upstreamHeaders(req, identity, proxy), proxy)
    return
  }
  if (settings.passesPreflights && req.method === 'OPTIONS' && !hasBody(req)) {
    forward(req, res, upstreamHeaders(req, [], proxy), proxy)
    return
  }
  askToSignIn(req, res, visitor, signIn)
}

async function respondItself(
  path: string,
  req: IncomingMessage,
  res: ServerResponse,
  { signIn, publicKeys }: RespondPorts,
): Promise<void> {
  const cacheable = { 'cache-control': 'public, max-age=3600' }
  switch (path) {
    case paths.handleRedirectPath:
      await handleRedirect(req, res, signIn)
      break
    case paths.gcipAuthenticatePath:
      gcipAuthenticate(req, res, signIn)
      break
    case paths.publicKeyPath:
      answerJson(res, 200, publicKeys.pem, cacheable)
      break
    case paths.publicJwksPath:
      answerJson(res, 200, publicKeys.jwks, cacheable)
      break
    case paths.refreshedPath:
      answerPage(req, res, { status: 200, page: 'refreshed' })
      break
    default:
      answerPage(req, res, { status: 404, page: 'refused' })
  }
}

/** A page goes to the login page. A script gets 401, and so does what a redirect would lose. */
function askToSignIn(
  req: IncomingMessage,
  res: ServerResponse,
  visitor: Visitor,
  signIn: SignInPorts,
): void {
  if (isPageRequest(req)) {
    redirectToLogin(req, res, { visitor, path: req.url ?? '/' }, signIn)
  } else if (isNavigation(req)) {
    const href = '/?gcp-iap-mode=DO_SESSION_REFRESH'
    const link = { href, label: 'signIn', target: '_blank' } as const
    answerPage(req, res, { status: 401, page: 'sessionEnded', link })
  } else {
    answerJson(res, 401, { error: { code: 401, status: 'UNAUTHENTICATED' } })
  }
}

function clearDuplicates(req: IncomingMessage, res: ServerResponse, jar: CookieJar): void {
  answerPage(req, res, {
    status: 400,
    page: 'duplicateSession',
    link: { href: '/', label: 'signIn' },
    headers: { 'set-cookie': jar.remove(jar.sessionName) },
  })
}

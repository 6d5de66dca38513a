import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerPage, answerText, redirect } from '../answers/answer.ts'
import { isPageRequest } from '../request/page-request.ts'
import { isSameUser, type Session } from '../session/session.ts'
import type { Visitor } from '../session/sessions.ts'
import { hasNonce, type RedirectToken } from './attempt.ts'
import { answerPreflight, corsHeaders, isFromLogin, type CallRules } from './login-origin.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** A login page takes `Error N code` out of these texts. 37 is GCIP_TOKEN_INVALID, 8 AUTHENTICATION_URI_FAIL. */
const refusals = {
  token: { status: 401, text: 'Error 37 code: the redirect token is not valid or has expired.' },
  caller: { status: 403, text: 'Error 8 code: only the login page may call this.' },
  method: { status: 405, text: 'Error 8 code: only GET is answered here.' },
} as const

/**
 * `GET targetUri`: hands the session to the browser that began the attempt, by a script of the
 * login page (F7) or, where the browser keeps our cookies from that script, by navigation.
 */
export function gcipAuthenticate(
  req: IncomingMessage,
  res: ServerResponse,
  ports: SignInPorts,
): void {
  const rules: CallRules = {
    loginOrigin: ports.settings.login.origin,
    method: 'GET',
    // The page names a content type for a GET too, as the public client library does.
    headers: 'content-type, x-iap-3p-token',
    credentials: true,
  }
  if (req.method === 'OPTIONS') {
    answerPreflight(req, res, rules)
  } else if (req.method !== 'GET') {
    refuse(req, res, 'method', rules)
  } else if (typeof req.headers['x-iap-3p-token'] === 'string') {
    authenticateByFetch(req, res, req.headers['x-iap-3p-token'], rules, ports)
  } else {
    authenticateByNavigation(req, res, ports)
  }
}

function authenticateByFetch(
  req: IncomingMessage,
  res: ServerResponse,
  tokenText: string,
  rules: CallRules,
  ports: SignInPorts,
): void {
  if (!isFromLogin(req, rules)) {
    refuse(req, res, 'caller', rules)
    return
  }
  const token = ports.redirectTokenBox.open(tokenText)
  const outcome = takeSession(req, token, ports)
  const headers = corsHeaders(rules)
  switch (outcome.kind) {
    case 'taken':
      answerText(res, 200, 'OK', { ...headers, 'set-cookie': outcome.cookies })
      break
    case 'alreadySignedIn':
      answerText(res, 200, 'OK', headers)
      break
    case 'noNonce':
      // Nothing is spent and nothing set: the navigation that follows is first-party and finishes.
      answerText(res, 200, 'XsrfNonceCheckIsNeeded', headers)
      break
    case 'invalid':
      refuse(req, res, 'token', rules)
  }
}

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  why: keyof typeof refusals,
  rules: CallRules,
): void {
  const { status, text } = refusals[why]
  answerText(res, status, text, isFromLogin(req, rules) ? corsHeaders(rules) : { vary: 'origin' })
}

function authenticateByNavigation(
  req: IncomingMessage,
  res: ServerResponse,
  ports: SignInPorts,
): void {
  // A frame may: that is where session refreshers work. The nonce says that this browser began it.
  if (!isPageRequest(req)) {
    answerPage(req, res, { status: 403, page: 'refused' })
    return
  }
  const { searchParams } = new URL(req.url ?? '/', ports.settings.publicUrl)
  const token = ports.redirectTokenBox.open(searchParams.get('rt') ?? '')
  const outcome = takeSession(req, token, ports)
  const path = token?.path ?? '/'
  if (outcome.kind === 'taken') redirect(res, path, { 'set-cookie': outcome.cookies })
  else if (outcome.kind === 'alreadySignedIn') redirect(res, path)
  else {
    const link = { href: path, label: 'tryAgain' } as const
    answerPage(req, res, { status: 400, page: 'cannotFinish', link })
  }
}

type Outcome =
  | { kind: 'taken'; cookies: string[] }
  | { kind: 'alreadySignedIn' }
  | { kind: 'noNonce' }
  | { kind: 'invalid' }

function takeSession(
  req: IncomingMessage,
  token: RedirectToken | undefined,
  ports: SignInPorts,
): Outcome {
  const { jar, sessions, spent, now } = ports
  if (!token) return { kind: 'invalid' }
  const visitor = sessions.of(req)
  const spentId = `token:${token.attempt.id}`
  const isOver = now() >= token.expiresAt || spent.has(spentId)
  if (isOver || !hasNonce(req, jar, token.attempt)) {
    // A repeated call whose first answer was lost, or Back onto this address: the work is done.
    if (isHere(visitor, token.session)) return { kind: 'alreadySignedIn' }
    return { kind: isOver ? 'invalid' : 'noNonce' }
  }
  spent.spend(spentId, token.expiresAt)
  const session = continuing(visitor, token.session, ports)
  const cookies = [sessions.cookieFor(session), jar.remove(jar.noncePrefix + token.attempt.id)]
  return { kind: 'taken', cookies }
}

function isHere(visitor: Visitor, session: Session): boolean {
  return visitor.kind === 'signedIn' && isSameUser(visitor.session, session)
}

/** The same visitor's stay goes on under its id; another visitor's ends. */
function continuing(visitor: Visitor, session: Session, { sessions }: SignInPorts): Session {
  if (!('session' in visitor)) return session
  if (isSameUser(visitor.session, session)) return { ...session, id: visitor.session.id }
  sessions.end(visitor.session)
  return session
}

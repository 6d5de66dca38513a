import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerJson, answerPage, redirect } from '../answers/answer.ts'
import { externalIdentity } from '../assertion/assertion.ts'
import { isPageRequest, isWindowNavigation } from '../request/page-request.ts'
import type { Visitor } from '../session/sessions.ts'
import { endSession, redirectToLogin, redirectToSignOut } from './login-redirect.ts'
import { refreshedPath } from './paths.ts'
import type { SignInPorts } from './sign-in-ports.ts'

const parameter = 'gcp-iap-mode'
/** A refresher page goes through the login page once less than this is left of the session. */
const refreshWhenLeft = 600
const refreshAtLeft = 300

/**
 * Answers `?gcp-iap-mode=…` on any path, as IAP documents it for applications to link to.
 * False when it is not for the gate to answer: no mode, an unknown one, or no session yet.
 */
export function answerIapMode(
  req: IncomingMessage,
  res: ServerResponse,
  visitor: Visitor,
  ports: SignInPorts,
): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  const { mode, path } = splitMode(req.url ?? '/')
  switch (mode) {
    case 'GCIP_SIGNOUT':
      if (isWindowNavigation(req)) redirectToSignOut(req, res, { visitor, path }, ports)
      else refuseToSignOut(req, res)
      return true
    case 'CLEAR_LOGIN_COOKIE':
      if (isWindowNavigation(req))
        redirect(res, path, { 'set-cookie': endSession(req, visitor, ports) })
      else refuseToSignOut(req, res)
      return true
    case 'IDENTITY':
      return tellIdentity(res, visitor, ports)
    case 'DO_SESSION_REFRESH':
      if (!isPageRequest(req)) return false
      redirectToLogin(req, res, { visitor, path: refreshedPath }, ports)
      return true
    case 'SESSION_REFRESHER':
      return refreshInTurn(req, res, visitor, ports)
    default:
      return false
  }
}

/** Shows, in a frame, a link that does it in the whole window. Browsers show prefetched refusals to nobody. */
function refuseToSignOut(req: IncomingMessage, res: ServerResponse): void {
  const link = { href: req.url ?? '/', label: 'signOut', target: '_top' } as const
  answerPage(req, res, { status: 403, page: 'wholeWindow', link })
}

function tellIdentity(res: ServerResponse, visitor: Visitor, { settings }: SignInPorts): boolean {
  if (visitor.kind !== 'signedIn') return false
  answerJson(res, 200, externalIdentity(visitor.session.user, settings))
  return true
}

/** A page to leave open in a hidden frame: it reloads itself before the session ends. */
function refreshInTurn(
  req: IncomingMessage,
  res: ServerResponse,
  visitor: Visitor,
  ports: SignInPorts,
): boolean {
  if (!isPageRequest(req)) return false
  const left = visitor.kind === 'signedIn' ? visitor.session.expiresAt - ports.now() : 0
  if (left < refreshWhenLeft) {
    redirectToLogin(req, res, { visitor, path: req.url ?? '/' }, ports)
  } else {
    const refresh = String(Math.floor(left - refreshAtLeft))
    answerPage(req, res, { status: 200, page: 'refreshed', headers: { refresh } })
  }
  return true
}

/** Takes the mode out and leaves every other byte of the address as it was. */
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerPage, redirect } from '../answers/answer.ts'
import { tenantIdOf } from '../id-token/verify-id-token.ts'
import type { Visitor } from '../session/sessions.ts'
import { beginAttempt, nonceCookies, stateLifeSeconds, type State } from './attempt.ts'
import { handleRedirectPath } from './paths.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** Login pages read a state of up to 4096 characters; sealing a path adds about half of it. */
const longestPath = 2800

/** Sends a page request to the login page, to come back to `path` signed in. */
export function redirectToLogin(
  req: IncomingMessage,
  res: ServerResponse,
  { path, visitor }: { path: string; visitor: Visitor },
  ports: SignInPorts,
): void {
  if (path.length > longestPath) {
    answerPage(req, res, {
      status: 414,
      page: 'addressTooLong',
      link: { href: '/', label: 'signIn' },
    })
    return
  }
  const { settings, jar, stateBox, now } = ports
  const { attempt, cookies } = beginAttempt(req, jar, now())
  const state: State = { kind: 'signIn', attempt, path, expiresAt: now() + stateLifeSeconds }
  const tenantId = tenantToAskFor(visitor, settings)
  const mode = tenantId === undefined ? 'selectAuthSession' : 'login'
  redirect(res, loginAddress({ mode, tid: tenantId, state: stateBox.seal(state) }, ports), {
    'set-cookie': cookies,
  })
}

/** Ends the session here, then sends the browser to end it in the login page as well (C7). */
export function redirectToSignOut(
  req: IncomingMessage,
  res: ServerResponse,
  { path, visitor }: { path: string; visitor: Visitor },
  ports: SignInPorts,
): void {
  const { settings, stateBox, now } = ports
  const tenantIds =
    'session' in visitor
      ? [tenantIdOf(visitor.session.user, settings.projectNumber)]
      : settings.tenantIds
  const kept = path.length > longestPath ? '/' : path
  const state: State = {
    kind: 'signOut',
    tenantIds,
    path: kept,
    expiresAt: now() + stateLifeSeconds,
  }
  redirect(res, loginAddress({ mode: 'signout', state: stateBox.seal(state) }, ports), {
    'set-cookie': endSession(req, visitor, ports),
  })
}

/** Makes the session void and gives back the cookies that clear it from the browser. */
export function endSession(
  req: IncomingMessage,
  visitor: Visitor,
  { jar, sessions }: SignInPorts,
): string[] {
  if ('session' in visitor) sessions.end(visitor.session)
  return [jar.remove(jar.sessionName), ...nonceCookies(req, jar).map(([name]) => jar.remove(name))]
}

/** One tenant is no choice. Whoever chose before, and is still known by it, is not asked again. */
function tenantToAskFor(visitor: Visitor, settings: SignInPorts['settings']): string | undefined {
  const { tenantIds, projectNumber } = settings
  const last = 'session' in visitor ? tenantIdOf(visitor.session.user, projectNumber) : undefined
  if (last !== undefined && tenantIds.includes(last)) return last
  return tenantIds.length === 1 ? tenantIds[0] : undefined
}

function loginAddress(
  query: { mode: string; tid?: string | undefined; state: string },
  { settings }: SignInPorts,
): string {
  const address = new URL(settings.login)
  address.searchParams.set('mode', query.mode)
  address.searchParams.set('apiKey', settings.apiKey)
  if (query.tid !== undefined) address.searchParams.set('tid', query.tid)
  address.searchParams.set('redirect_uri', settings.publicUrl.origin + handleRedirectPath)
  address.searchParams.set('state', query.state)
  return address.href
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerPage, redirect } from '../answers/answer.ts'
import { tenantIdOf } from '../id-token/verify-id-token.ts'
import { ordinaryLength } from '../sealing/sealed-box.ts'
import type { Visitor } from '../session/sessions.ts'
import { beginAttempt, nonceCookies, stateLifeSeconds, type State } from './attempt.ts'
import { handleRedirectPath } from './paths.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** Sends a page request to the login page, to come back to `path` signed in. */
export function redirectToLogin(
  req: IncomingMessage,
  res: ServerResponse,
  { path, visitor }: { path: string; visitor: Visitor },
  ports: SignInPorts,
): void {
  const { settings, jar, now } = ports
  const { attempt, cookies } = beginAttempt(req, jar, now())
  const expiresAt = now() + stateLifeSeconds
  const state = sealState({ kind: 'signIn', attempt, path, expiresAt }, ports)
  if (state === undefined) {
    answerPage(req, res, {
      status: 414,
      page: 'addressTooLong',
      link: { href: '/', label: 'signIn' },
    })
    return
  }
  const tenantId = tenantToAskFor(visitor, settings)
  const mode = tenantId === undefined ? 'selectAuthSession' : 'login'
  // Each attempt may push out an older one, so HEAD, which nobody follows, begins none.
  const headers = req.method === 'HEAD' ? {} : { 'set-cookie': cookies }
  redirect(res, loginAddress({ mode, tid: tenantId, state }, ports), headers)
}

/** Ends the session here, then sends the browser to end it in the login page as well (C7). */
export function redirectToSignOut(
  req: IncomingMessage,
  res: ServerResponse,
  { path, visitor }: { path: string; visitor: Visitor },
  ports: SignInPorts,
): void {
  const { settings, stateBox, now } = ports
  const rest = {
    kind: 'signOut',
    expiresAt: now() + stateLifeSeconds,
    ...('session' in visitor && {
      tenantIds: [tenantIdOf(visitor.session.user, settings.projectNumber)],
    }),
  } as const
  const state = sealState({ ...rest, path }, ports) ?? stateBox.seal({ ...rest, path: '/' })
  redirect(res, loginAddress({ mode: 'signout', state }, ports), {
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

/** Behind it the state would be longer than login pages read, and the answer than reverse proxies do. */
const longestPath = 2800

/** Sealed, or `undefined` for a path that is too long to come back to. */
function sealState(state: State, { stateBox }: SignInPorts): string | undefined {
  if (state.path.length > longestPath) return undefined
  const sealed = stateBox.seal(state)
  return sealed.length > ordinaryLength ? undefined : sealed
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

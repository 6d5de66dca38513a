import type { Rejection } from '@foyer/contract/access-policy'
import { rejectionCodes } from '@foyer/contract/rejection-codes'
import * as v from 'valibot'
import { callFailure, jsonAnswer, type Answer } from '../answer/answer.ts'
import { GateError } from '../errors/gate-error.ts'
import { gcipAuthenticatePath } from '../request/own-paths.ts'
import { readJsonBody } from '../request/read-json-body.ts'
import type { User } from '../id-token/id-token-claims.ts'
import type { GateRequest, RequestHead } from '../request/request-head.ts'
import { sessionFrom } from '../session/session.ts'
import { redirectTokenLifeSeconds, type State } from './attempt.ts'
import { answerPreflight, corsHeaders, isFromLogin, type CallRules } from './login-origin.ts'
import type { SignInDeps } from './sign-in-deps.ts'

/** How long after it has expired a state still gives the original URL to the sign-in page, for a new sign-in. */
const originalUriSeconds = 24 * 3600

const bodySchema = v.strictObject({
  state: v.pipe(v.string(), v.nonEmpty()),
  id_token: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** Only in a question for the session info: a tenant of which the sign-in page wants to know whether it may sign in. */
  tid: v.optional(v.string()),
})

/**
 * `POST redirect_uri`: with an ID token it is the exchange (F5), without one the session info (F6). It reads no
 * cookies. Otherwise any other site could make these calls with the user's cookies.
 */
export async function handleRedirect(request: GateRequest, deps: SignInDeps): Promise<Answer> {
  const rules: CallRules = {
    loginOrigin: deps.settings.login.origin,
    method: 'POST',
    headers: 'content-type',
    credentials: false,
  }
  if (request.method === 'OPTIONS') return answerPreflight(request, rules)
  const headers = corsHeaders(request, rules)
  try {
    if (request.method !== 'POST') throw new GateError('wrong-method')
    if (!isFromLogin(request, rules)) throw new GateError('wrong-origin')
    const body = v.safeParse(bodySchema, await readJsonBody(request))
    if (!body.success) throw new GateError('unexpected-body')
    const { state, id_token: idToken, tid } = body.output
    const reply =
      idToken === undefined
        ? sessionInfo(state, tid, deps)
        : await exchange({ request, idToken, state }, deps)
    return jsonAnswer(200, reply, headers)
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    deps.events.failed(error.code)
    deps.events.audit('exchange', error.code, request, error.account)
    return callFailure(error, headers)
  }
}

/** In place of the tenants that the gate does not name. No tenant has this id. */
const unnamedTenants = '_'

function sessionInfo(
  stateText: string,
  tid: string | undefined,
  { settings, tenants, stateBox, now }: SignInDeps,
) {
  const state = openState(stateText, stateBox)
  if (now() > state.expiresAt + originalUriSeconds) throw new GateError('restart-process')
  const isNamed = tid !== undefined && tenants.has(tid)
  const named = isNamed ? [tid] : [unnamedTenants]
  return {
    originalUri: settings.publicUrl.origin + state.path,
    tenantIds:
      (state.kind === 'signOut' && state.tenantIds) ||
      (settings.listsTenants ? tenants.ids() : named),
  }
}

interface Exchange {
  request: RequestHead
  idToken: string
  state: string
}

async function exchange({ request, idToken, state: stateText }: Exchange, deps: SignInDeps) {
  const { settings, access, stateBox, redirectTokenBox, store, now, verifyIdToken } = deps
  const state = openState(stateText, stateBox)
  if (state.kind !== 'signIn' || now() >= state.expiresAt) throw new GateError('restart-process')
  const claims = await verifyIdToken(idToken)
  const rejection = access.rejectionOf(claims)
  if (rejection) throw rejectedSignIn(rejection, claims)
  const session = sessionFrom(claims, now() + settings.sessionSeconds, access.claims())
  // Only a valid token spends the state, so that the user can try again with another one.
  if (!(await store.spend(`state:${state.attempt.id}`, state.expiresAt))) {
    throw new GateError('restart-process')
  }
  deps.events.audit('exchange', 'done', request, session.user)

  const { attempt, path } = state
  const redirectToken = redirectTokenBox.seal({
    attempt,
    path,
    session,
    expiresAt: now() + redirectTokenLifeSeconds,
  })
  return {
    redirectToken,
    originalUri: settings.publicUrl.origin + path,
    targetUri: settings.publicUrl.origin + gcipAuthenticatePath,
  }
}

/** The sign-in page says which providers are allowed. */
function rejectedSignIn(rejection: Rejection, account: User): GateError {
  const code = rejectionCodes[rejection.reason]
  return 'allowed' in rejection
    ? new GateError(code, { detail: rejection.allowed.join(' '), account })
    : new GateError(code, { account })
}

function openState(text: string, stateBox: SignInDeps['stateBox']): State {
  const state = stateBox.open(text)
  if (!state) throw new GateError('foreign-state')
  return state
}

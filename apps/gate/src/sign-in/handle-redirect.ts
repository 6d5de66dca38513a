import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { answerJson } from '../answers/answer.ts'
import { Refusal, restartTheProcess } from '../refusal.ts'
import { sessionFrom } from '../session/session.ts'
import { redirectTokenLifeSeconds, type State } from './attempt.ts'
import { answerPreflight, corsHeaders, isFromLogin, type CallRules } from './login-origin.ts'
import { gcipAuthenticatePath } from './paths.ts'
import { readJsonBody } from './read-json-body.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** How long after its end a state still tells the login page which address to begin again from. */
const originalUriSeconds = 24 * 3600

const bodySchema = v.strictObject({
  state: v.pipe(v.string(), v.nonEmpty()),
  id_token: v.optional(v.pipe(v.string(), v.nonEmpty())),
})

/**
 * `POST redirect_uri`: with an ID token the exchange (F5), without one the session info (F6).
 * No cookie is read here: the calls carry all they need, so no other site can make them by proxy.
 */
export async function handleRedirect(
  req: IncomingMessage,
  res: ServerResponse,
  ports: SignInPorts,
): Promise<void> {
  const rules: CallRules = {
    loginOrigin: ports.settings.login.origin,
    method: 'POST',
    headers: 'content-type',
    credentials: false,
  }
  if (req.method === 'OPTIONS') {
    answerPreflight(req, res, rules)
    return
  }
  const isLogin = isFromLogin(req, rules)
  const headers = isLogin ? corsHeaders(rules) : { vary: 'origin' }
  try {
    if (req.method !== 'POST')
      throw new Refusal('INVALID_ARGUMENT', 'Only POST is answered here.', 405)
    if (!isLogin) throw new Refusal('PERMISSION_DENIED', 'Only the login page may call this.')
    const body = v.safeParse(bodySchema, await readJsonBody(req))
    if (!body.success)
      throw new Refusal('INVALID_ARGUMENT', 'The body is not the JSON expected here.')
    const { state, id_token: idToken } = body.output
    const reply =
      idToken === undefined ? tellSession(state, ports) : await exchange(idToken, state, ports)
    answerJson(res, 200, reply, headers)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ports.log.info({ status: error.status, reason: error.message }, 'sign-in refused')
    answerJson(res, error.httpStatus, error, headers)
  }
}

function tellSession(stateText: string, { settings, stateBox, now }: SignInPorts) {
  const state = openState(stateText, stateBox)
  if (now() > state.expiresAt + originalUriSeconds) throw restartTheProcess()
  return {
    originalUri: settings.publicUrl.origin + state.path,
    tenantIds: (state.kind === 'signOut' && state.tenantIds) || settings.tenantIds,
  }
}

async function exchange(idToken: string, stateText: string, ports: SignInPorts) {
  const { settings, stateBox, redirectTokenBox, spent, now, verifyIdToken } = ports
  const state = openState(stateText, stateBox)
  if (state.kind !== 'signIn' || now() >= state.expiresAt) throw restartTheProcess()
  const claims = await verifyIdToken(idToken)
  const session = sessionFrom(claims, now() + settings.sessionSeconds)
  // Spent only by a token that is good: a refused one leaves the visitor a second try.
  if (!spent.spend(`state:${state.attempt.id}`, state.expiresAt)) throw restartTheProcess()

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

function openState(text: string, stateBox: SignInPorts['stateBox']): State {
  const state = stateBox.open(text)
  if (!state) throw new Refusal('INVALID_ARGUMENT', 'This state is not of this gate.')
  return state
}

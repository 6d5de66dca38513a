import { cached } from '../http/cached.ts'
import type { Send } from '../http/http.ts'
import { isNonEmptyString, isRecord, isStringList } from '../http/json.ts'
import { parseReturnUrl } from '../request/redirect-uri.ts'
import { refuse } from '../errors/sign-in-error.ts'
import { cookieError, redirectServerError } from './wire-error.ts'

/** The response of the exchange (B5). */
export interface Redirect {
  readonly redirectToken: string
  readonly originalUri: URL
  readonly targetUri: URL
}

/** The response of the session info (B4). */
export interface SessionInfo {
  readonly originalUri: URL
  readonly tenantIds: readonly string[]
}

export interface RedirectServer {
  exchange(redirectUri: string, idToken: string, state: string): Promise<Redirect>
  sessionInfo(redirectUri: string, state: string): Promise<SessionInfo>
  /** Resolves to whether the proxy must see its nonce cookie in a navigation before it sets the session cookie. */
  setCookie(targetUri: string, redirectToken: string): Promise<boolean>
}

const lifetime = 5 * 60_000
const nonceCheckNeeded = 'XsrfNonceCheckIsNeeded'
const json = { 'Content-Type': 'application/json' }

export function createRedirectServer(send: Send, now: () => number): RedirectServer {
  async function post(url: string, body: object): Promise<Record<string, unknown>> {
    const answer = await send({ method: 'POST', url, headers: json, body: JSON.stringify(body) })
    if (!answer.ok) throw redirectServerError(answer)
    if (!isRecord(answer.body)) throw refuse('invalid-response')
    return answer.body
  }

  return {
    exchange: cached(
      async (redirectUri: string, idToken: string, state: string) =>
        parseRedirect(await post(redirectUri, { id_token: idToken, state })),
      lifetime,
      now,
    ),
    sessionInfo: cached(
      async (redirectUri: string, state: string) =>
        parseSessionInfo(await post(redirectUri, { state })),
      lifetime,
      now,
    ),
    setCookie: cached(
      async (targetUri: string, redirectToken: string) => {
        const answer = await send({
          method: 'GET',
          url: targetUri,
          headers: { ...json, 'x-iap-3p-token': redirectToken },
          credentials: 'include',
        })
        if (!answer.ok) throw cookieError(answer)
        return answer.body === nonceCheckNeeded
      },
      lifetime,
      now,
    ),
  }
}

/**
 * The cookie is set for the target URL's origin. If the original URL had another origin, the user would not be signed
 * in there, so the response is refused.
 */
function parseRedirect(body: Record<string, unknown>): Redirect {
  const { redirectToken } = body
  const originalUri = parseReturnUrl(body['originalUri'])
  const targetUri = parseReturnUrl(body['targetUri'])
  const isComplete = isNonEmptyString(redirectToken) && originalUri && targetUri
  if (!isComplete || originalUri.origin !== targetUri.origin) throw refuse('invalid-response')
  return { redirectToken, originalUri, targetUri }
}

function parseSessionInfo(body: Record<string, unknown>): SessionInfo {
  const originalUri = parseReturnUrl(body['originalUri'])
  const { tenantIds } = body
  if (!originalUri || !isStringList(tenantIds)) throw refuse('invalid-response')
  return { originalUri, tenantIds }
}

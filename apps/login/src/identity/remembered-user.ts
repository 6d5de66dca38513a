import { bytesOfBase64url } from '../browser/base64url.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { AccountNames, SignedInUser } from './identity.ts'
import { commonCodeOf, serviceErrorIn } from './service-error.ts'
import type { StoredAccount } from './stored-account.ts'

interface RememberedUserDeps {
  account: StoredAccount
  /** The URL for tokens of the identity service. */
  tokenUrl: string
  send: (url: string, init: RequestInit) => Promise<Response>
  save: (old: StoredAccount, account: StoredAccount) => Promise<void>
  now: () => number
}

/** A token that expires while it is being sent is useless. */
const reserveMs = 30_000

/** A stored account with its tokens, as the engine needs it. So a returning user need not wait for the SDK. */
export function createRememberedUser(deps: RememberedUserDeps): SignedInUser {
  let { account } = deps

  async function refresh(): Promise<void> {
    const { refreshToken } = account.stsTokenManager
    const tokens = await askForTokens(deps, refreshToken)
    const renewed = { ...account, stsTokenManager: tokens }
    // If it cannot be stored, the next page load uses the old refresh token, which stays valid.
    await deps.save(account, renewed).catch(() => {})
    account = renewed
  }

  async function getIdToken(isForced = false): Promise<string> {
    const { expirationTime } = account.stsTokenManager
    if (isForced || expirationTime < deps.now() + reserveMs) await refresh()
    return account.stsTokenManager.accessToken
  }

  return {
    ...namesOf(account),
    getIdToken,
    async getIdTokenResult(isForced) {
      const token = await getIdToken(isForced)
      const claims = claimsOf(token)
      return { token, claims, issuedAtTime: new Date(Number(claims['iat']) * 1000).toUTCString() }
    },
  }
}

/** The names of an account that the page may show. */
export function namesOf({ uid, tenantId, email, phoneNumber }: StoredAccount): AccountNames {
  return {
    uid,
    tenantId: tenantId ?? null,
    email: typeof email === 'string' ? email : null,
    phoneNumber: typeof phoneNumber === 'string' ? phoneNumber : null,
  }
}

async function askForTokens(
  { tokenUrl, send, now }: RememberedUserDeps,
  refreshToken: string,
): Promise<StoredAccount['stsTokenManager']> {
  // A form without custom headers, so that the browser sends no CORS preflight.
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const answer = await send(tokenUrl, { method: 'POST', body, cache: 'no-store' }).catch(
    (cause: unknown) => {
      throw new CodedError('auth/network-request-failed', { cause })
    },
  )
  const tokens = (await answer.json().catch(() => ({}))) as Record<string, unknown>
  if (!answer.ok) throw new CodedError(codeIn(tokens, answer.status))
  const { id_token: accessToken, refresh_token: nextToken, expires_in: seconds } = tokens
  if (typeof accessToken !== 'string' || !(Number(seconds) > 0)) {
    throw new CodedError('invalid-response')
  }
  return {
    accessToken,
    refreshToken: typeof nextToken === 'string' ? nextToken : refreshToken,
    expirationTime: now() + Number(seconds) * 1000,
  }
}

/** The SDK's error code for the service's error. */
function codeIn(body: unknown, status: number): string {
  const error = serviceErrorIn(body)
  if (error?.message.startsWith('USER_DISABLED')) return 'auth/user-disabled'
  if (error?.message.startsWith('TOKEN_EXPIRED')) return 'auth/user-token-expired'
  return commonCodeOf(status, error) ?? 'auth/internal-error'
}

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.')
  return JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload))) as Record<string, unknown>
}

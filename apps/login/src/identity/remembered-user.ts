import { bytesOfBase64url } from '../browser/base64url.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { AccountNames, SignedInUser } from './identity.ts'
import { commonCodeOf, serviceErrorIn } from './service-error.ts'
import type { StoredAccount } from './stored-account.ts'

interface RememberedUserParts {
  account: StoredAccount
  /** Of the identity service's tokens. */
  tokenAddress: string
  send: (address: string, init: RequestInit) => Promise<Response>
  save: (old: StoredAccount, account: StoredAccount) => Promise<void>
  now: () => number
}

/** A token that ends while it is on its way is of no use. */
const reserveMs = 30_000

/**
 * An account that an earlier visit left, with its tokens, as the engine needs it: whoever comes back
 * waits for no SDK.
 */
export function createRememberedUser(parts: RememberedUserParts): SignedInUser {
  let { account } = parts

  async function refresh(): Promise<void> {
    const { refreshToken } = account.stsTokenManager
    const tokens = await askForTokens(parts, refreshToken)
    const renewed = { ...account, stsTokenManager: tokens }
    // Another page load can do without it: the old refresh token stays good.
    await parts.save(account, renewed).catch(() => {})
    account = renewed
  }

  async function getIdToken(isForced = false): Promise<string> {
    const { expirationTime } = account.stsTokenManager
    if (isForced || expirationTime < parts.now() + reserveMs) await refresh()
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

/** Who the account is, as far as the page may say it. */
export function namesOf({ uid, tenantId, email, phoneNumber }: StoredAccount): AccountNames {
  return {
    uid,
    tenantId: tenantId ?? null,
    email: typeof email === 'string' ? email : null,
    phoneNumber: typeof phoneNumber === 'string' ? phoneNumber : null,
  }
}

async function askForTokens(
  { tokenAddress, send, now }: RememberedUserParts,
  refreshToken: string,
): Promise<StoredAccount['stsTokenManager']> {
  // A form, and no header of our own: the browser asks the service for no leave first.
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const answer = await send(tokenAddress, { method: 'POST', body, cache: 'no-store' }).catch(
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

/** The service's word, to the code by which the SDK names it. */
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

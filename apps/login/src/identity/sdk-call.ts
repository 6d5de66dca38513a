import { OAuthProvider, SAMLAuthProvider } from 'firebase/auth'
import type { AuthError } from 'firebase/auth'
import { withLimit } from '../browser/with-limit.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import { guestIn } from './guest-account.ts'
import type { PendingCredential } from './identity.ts'
import { LinkingNeeded } from './linking-needed.ts'

/** The time limit of the SDK where no user has to act. */
export const limitMs = 10_000

/** Calls the SDK with a time limit, and rejects with our own errors. */
export function timely<Result>(work: Promise<Result>): Promise<Result> {
  return translated(withLimit(work, limitMs, () => new CodedError('auth/timeout')))
}

/** Calls the SDK without a time limit, because a user has to act, and rejects with our own errors. */
export async function translated<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const pending = pendingCredentialOf(error)
    if (pending !== null) throw linkingOf(pending, error)
    // Only the code is kept, never the SDK's message (UR-18).
    throw new CodedError(codeOf(error), { cause: error })
  }
}

function pendingCredentialOf(error: unknown): PendingCredential | null {
  if (codeOf(error) !== 'auth/account-exists-with-different-credential') return null
  const failure = error as AuthError
  const oauth = OAuthProvider.credentialFromError(failure)
  const credential = oauth ?? SAMLAuthProvider.credentialFromError(failure)
  const { email } = failure.customData
  if (!credential || !email) return null
  const { providerId } = credential
  const accessToken = oauth?.accessToken ?? null
  const accountProviders = providersIn(Reflect.get(failure.customData, '_tokenResponse'))
  return { providerId, email, accountProviders, accessToken, json: credential.toJSON() }
}

function linkingOf(pending: PendingCredential, error: unknown): CodedError {
  const guest = guestIn(pending.email)
  return guest === null ? new LinkingNeeded(pending, error) : new GuestAccountUsed(guest)
}

/**
 * The providers in the service's own response, which the SDK passes on. With email enumeration protection, it has none.
 */
function providersIn(answer: unknown): string[] {
  const providers: unknown =
    answer instanceof Object ? Reflect.get(answer, 'verifiedProvider') : null
  return Array.isArray(providers) ? providers.filter((id) => typeof id === 'string') : []
}

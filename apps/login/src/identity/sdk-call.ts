import { GoogleAuthProvider, OAuthProvider } from 'firebase/auth'
import type { AuthError } from 'firebase/auth'
import { withLimit } from '../browser/with-limit.ts'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { PendingCredential } from './identity.ts'
import { LinkingNeeded } from './linking-needed.ts'

/** How long the SDK may take where no person has to act. */
export const limitMs = 10_000

/** A call of the SDK that ends in time, and fails with errors of ours. */
export function timely<Result>(work: Promise<Result>): Promise<Result> {
  return translated(withLimit(work, limitMs, () => new CodedError('auth/timeout')))
}

/** A call of the SDK that takes as long as a person does, and fails with errors of ours. */
export async function translated<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const pending = pendingCredentialOf(error)
    if (pending !== null) throw new LinkingNeeded(pending, error)
    // The code, and never the SDK's text (UR-18).
    throw new CodedError(codeOf(error), { cause: error })
  }
}

function pendingCredentialOf(error: unknown): PendingCredential | null {
  if (codeOf(error) !== 'auth/account-exists-with-different-credential') return null
  const failure = error as AuthError
  const credential =
    OAuthProvider.credentialFromError(failure) ?? GoogleAuthProvider.credentialFromError(failure)
  const { email } = failure.customData
  if (!credential?.accessToken || !email) return null
  const { providerId, accessToken } = credential
  return { providerId, email, accessToken, json: credential.toJSON() }
}

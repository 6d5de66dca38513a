import type { Action } from '../errors/action.ts'
import type { Failure } from '../errors/failure.ts'

/** What these say fits a sign-in, and where they lead somebody would be signed in again, unasked. */
const waysToSignIn: ReadonlySet<Action> = new Set(['restart', 'application', 'contact', 'options'])

/** A sign-out that failed has left the account in this browser: the user has to know, and needs a way to end it. */
export function ofSignOut(failure: Failure): Failure {
  if (waysToSignIn.has(failure.action)) {
    return { ...failure, key: 'SIGN_OUT_FAILED', action: 'signOut' }
  }
  return failure.key === 'UNKNOWN_ERROR' ? { ...failure, key: 'SIGN_OUT_FAILED' } : failure
}

import type { Action } from '../errors/action.ts'
import type { Failure } from '../errors/failure.ts'

/** The messages for these actions are about a sign-in, and the actions would sign the user in again. */
const waysToSignIn: ReadonlySet<Action> = new Set(['restart', 'application', 'contact', 'options'])

/**
 * After a failed sign-out the account is still stored in this browser. The user must know that, and needs a way to end
 * it.
 */
export function ofSignOut(failure: Failure): Failure {
  if (waysToSignIn.has(failure.action)) {
    return { ...failure, key: 'SIGN_OUT_FAILED', action: 'signOut' }
  }
  return failure.key === 'UNKNOWN_ERROR' ? { ...failure, key: 'SIGN_OUT_FAILED' } : failure
}

import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { begin } from './store.ts'
import type { SignInStore } from './store.ts'

/**
 * @param method null for the form of the sign-in link
 * @returns a function that says whether no other attempt has begun since
 */
export type BeginAttempt = (method: SignInMethod | null) => () => boolean

/**
 * A pop-up reports that it was closed, and a slow script arrives, long after the user has pressed another button. Only
 * the newest attempt may show a form or a failure.
 */
export function createBeginAttempt(store: SignInStore): BeginAttempt {
  let newest = 0
  return (method) => {
    newest += 1
    const attempt = newest
    begin(store, method)
    return () => attempt === newest
  }
}

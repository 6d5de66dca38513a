import type { TenantAuth } from '../identity/identity.ts'
import type { FlowFailures } from './flow-failures.ts'

/** An error of the redirect server about a signed-in account. */
export interface Refused {
  error: unknown
  auth: Pick<TenantAuth, 'currentUser'> | null
  failures: Pick<FlowFailures, 'failureOf' | 'show'>
  /** Removes all accounts of this browser. */
  forgetAccounts: () => Promise<void>
}

/** Shows which account was rejected, and why. Rejects if the error is about something else. */
export type ExplainRejection = (refused: Refused) => Promise<void>

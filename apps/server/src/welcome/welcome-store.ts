import type { Account } from '../identity/identity-platform.ts'
import type { NewUser } from '../provisioning/provisioning.ts'

/** The account as this service keeps it. */
export interface KeptAccount extends NewUser {
  isWelcomed: boolean
}

/** What the welcome keeps. Shared by all instances; every operation may be repeated. */
export interface WelcomeStore {
  /** False when the token was here before. */
  spend(idToken: string, until: Date): Promise<boolean>
  /** Gives a token back whose welcome failed, so that it may be repeated. */
  restore(idToken: string): Promise<void>
  /** Runs `work` while no other instance or request does so for this account. */
  inTurn<T>(account: Pick<Account, 'uid' | 'tenantId'>, work: () => Promise<T>): Promise<T>
  /** Makes the account's row unless there is one, and brings its email address up to date. */
  keep(account: Account): Promise<KeptAccount>
  /** Marks the row and writes the audit trail, both or neither. */
  recordWelcome(account: Account, requestId: string): Promise<void>
}

import type { Account } from '../identity/identity-platform.ts'
import type { NewUser } from '../provisioning/provisioning.ts'

/** The account as it is stored here. */
export interface StoredAccount extends NewUser {
  isWelcomed: boolean
}

/** The storage of the welcome. All instances share it, and every operation may be repeated. */
export interface WelcomeStore {
  /** Marks the token as used. Resolves to false if it was used before. */
  spend(idToken: string, until: Date): Promise<boolean>
  /** Makes a token usable again after its welcome failed, so that the user can retry. */
  restore(idToken: string): Promise<void>
  /** Runs `work` while no other instance or request does so for this account. */
  withLease<T>(account: Pick<Account, 'uid' | 'tenantId'>, work: () => Promise<T>): Promise<T>
  /** Creates the account's row if there is none, and updates its email address. */
  save(account: Account): Promise<StoredAccount>
  /** Marks the row and writes the audit trail in one transaction. */
  recordWelcome(account: Account, requestId: string): Promise<void>
}

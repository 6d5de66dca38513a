import { CodedError } from '../errors/coded-error.ts'
import type { PendingCredential } from './identity.ts'

/** The credential is valid, but its email address has an account with another sign-in method (C10). */
export class LinkingNeeded extends CodedError {
  readonly pending: PendingCredential

  constructor(pending: PendingCredential, cause: unknown) {
    super('auth/account-exists-with-different-credential', { cause })
    this.pending = pending
  }
}

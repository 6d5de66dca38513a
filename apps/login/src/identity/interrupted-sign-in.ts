import type { UserCredential } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import { LinkingNeeded } from './linking-needed.ts'

/** The provider has answered, and what followed failed: that can be repeated without another visit there. */
export class InterruptedSignIn extends CodedError {
  readonly repeat: () => Promise<UserCredential>

  constructor(code: string, options: { cause: unknown; repeat: () => Promise<UserCredential> }) {
    super(code, options)
    this.repeat = options.repeat
  }
}

/** The provider has answered, and the sign-in came to an end by it: repeating it would come to the same. */
export function isOutcome(error: unknown): boolean {
  return error instanceof LinkingNeeded || error instanceof GuestAccountUsed
}

import type { UserCredential } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import { LinkingNeeded } from './linking-needed.ts'

/** The provider has answered, and the next step failed. It can be repeated without another visit to the provider. */
export class InterruptedSignIn extends CodedError {
  readonly repeat: () => Promise<UserCredential>

  constructor(code: string, options: { cause: unknown; repeat: () => Promise<UserCredential> }) {
    super(code, options)
    this.repeat = options.repeat
  }
}

/** The provider has answered, and the error is the result of the sign-in. Repeating it would have the same result. */
export function isOutcome(error: unknown): boolean {
  return error instanceof LinkingNeeded || error instanceof GuestAccountUsed
}

import type { UserCredential } from '@foyer/iap-sign-in'
import { CodedError } from '../errors/coded-error.ts'

/** The provider has answered, and what followed failed: that can be repeated without another visit there. */
export class InterruptedSignIn extends CodedError {
  readonly repeat: () => Promise<UserCredential>

  constructor(code: string, options: { cause: unknown; repeat: () => Promise<UserCredential> }) {
    super(code, options)
    this.repeat = options.repeat
  }
}

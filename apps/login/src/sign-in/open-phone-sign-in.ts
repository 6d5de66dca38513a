import type { TellFailure } from '../errors/failure.ts'
import type { SignedIn, TenantAuth } from '../identity/identity.ts'
import type { ShowStep } from './commands.ts'
import type { PhoneStep } from './screen.ts'

/** Begins the phone flow, which has its own script. */
export type OpenPhoneSignIn = (deps: PhoneSignInDeps) => PhoneSignIn

export interface PhoneSignIn {
  /** Shows the current step. After a reload, that is the step of the code. */
  start: () => void
  stop: () => void
}

/** What the phone flow needs from the sign-in buttons. */
export interface PhoneSignInDeps {
  auth: Pick<TenantAuth, 'tenantId' | 'sendCode' | 'confirmationOf'>
  /** The language of the text message. */
  languageCode: () => string
  showStep: ShowStep<PhoneStep>
  /** Uses the account. Rejects if it is of another tenant. */
  accept: (credential: SignedIn) => Promise<void>
  tell: TellFailure
}

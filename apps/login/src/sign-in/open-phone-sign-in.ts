import type { TellFailure } from '../errors/failure.ts'
import type { SignedIn, TenantAuth } from '../identity/identity.ts'
import type { ShowStep } from './commands.ts'
import type { PhoneStep } from './screen.ts'

/** Begins the phone flow, which comes with a part of the script of its own. */
export type OpenPhoneSignIn = (deps: PhoneSignInDeps) => PhoneSignIn

export interface PhoneSignIn {
  /** Shows the step that the user is at: after a reload, that of the code. */
  start: () => void
  stop: () => void
}

/** What the phone flow needs of the sign-in buttons. */
export interface PhoneSignInDeps {
  auth: TenantAuth
  /** Of the message. */
  languageCode: () => string
  showStep: ShowStep<PhoneStep>
  /** Takes the account; rejects when it is none of this tenant's. */
  accept: (credential: SignedIn) => Promise<void>
  tell: TellFailure
}

/** A message whose code has not been entered yet. */
export interface PendingCodes {
  /** Null where none is pending for the tenant. */
  recall: (tenantId: string | null) => object | null
  forget: () => void
}

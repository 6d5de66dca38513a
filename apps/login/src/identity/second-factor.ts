import type { AppVerification, SignedIn } from './identity.ts'

/** A second factor of an account. The service shows only a part of its phone number. */
export interface SecondFactor {
  readonly uid: string
  readonly kind: 'phone' | 'totp'
  /** The name that the user gave it. */
  readonly name: string | null
  /** Such as `+********0002`. An app has none. */
  readonly phoneNumber: string | null
}

/** A sign-in whose first factor was accepted. It is in memory only, so a reload loses it. */
export interface PendingSignIn {
  readonly tenantId: string | null
  readonly factors: readonly SecondFactor[]
  /**
   * Sends a text message to the phone of a factor.
   *
   * @returns what identifies the message to the service
   */
  sendCode(factor: SecondFactor, proof: AppVerification): Promise<string>
  /** Completes the sign-in with the code of a text message. */
  confirmMessage(verificationId: string, verificationCode: string): Promise<SignedIn>
  /** Completes the sign-in with the code of an app. */
  confirmApp(factor: SecondFactor, verificationCode: string): Promise<SignedIn>
}

/**
 * Asks the user for the second factor.
 *
 * @throws CodedError `auth/user-cancelled` if the user goes back to the methods
 */
export type AskForFactor = (pending: PendingSignIn) => Promise<SignedIn>

import type { SecondFactorKind } from '@foyer/contract/config'
import type { AppVerification, SignedIn } from './identity.ts'

/** A second factor of an account. The service shows only a part of its phone number. */
export interface SecondFactor {
  readonly uid: string
  readonly kind: SecondFactorKind
  /** The name that the user gave it. */
  readonly name: string | null
  /** Such as `+********0002`. An app has none. */
  readonly phoneNumber: string | null
}

/** A sign-in whose first factor was accepted. It is in memory only, so a reload loses it. */
export interface PendingSignIn {
  readonly name: 'signIn'
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

/** The secret that an authenticator app needs. */
export interface AppSecret {
  /** In base 32. */
  readonly key: string
  readonly algorithm: string
  readonly digits: number
  readonly period: number
}

/** A user who has signed in without a second factor, and must add one. */
export interface Enrolment {
  readonly name: 'enrolment'
  readonly tenantId: string | null
  /** The name of the account in the app. */
  readonly account: string
  /** The kinds of factors that the user may add. */
  readonly kinds: readonly SecondFactorKind[]
  /**
   * Sends a text message to a phone that may become the factor.
   *
   * @param phoneNumber in E.164
   * @returns what identifies the message to the service
   */
  sendCode(phoneNumber: string, proof: AppVerification): Promise<string>
  /** Adds the phone as a factor. The user's tokens then name it. */
  confirmMessage(verificationId: string, verificationCode: string): Promise<SignedIn>
  /** Each call creates another secret. */
  createSecret(): Promise<AppSecret>
  /** Adds the app with the newest secret as a factor. @param name which the user gives to it */
  confirmApp(verificationCode: string, name: string): Promise<SignedIn>
}

/**
 * Asks the user for the second factor, or to add one.
 *
 * @throws CodedError `auth/redirect-cancelled-by-user` if the user goes back to the methods
 */
export type AskForFactor = (request: PendingSignIn | Enrolment) => Promise<SignedIn>

import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import type { Auth, User, UserCredential } from '@foyer/iap-sign-in'

/** The methods that lead over a provider's own page. */
export type ProviderMethod = Exclude<SignInMethod, 'phone'>

export interface SignInWish {
  method: ProviderMethod
  flow: 'redirect' | 'popup'
  /** The account that the application would like to see. */
  loginHint: string | null
  /** Of the provider's pages. */
  languageCode: string
}

/** A provider's credential that waits to be attached to the account which has its address. */
export interface PendingCredential {
  providerId: string
  /** The address that the provider names, proven or not. */
  email: string
  /** The providers of the account that has the address, as far as the identity service tells them. */
  accountProviders: string[]
  /** The provider's own token, by which the account service learns whose it is. */
  accessToken: string
  /** The whole credential in the SDK's own form; it survives a reload. */
  json: object
}

/** An account, and the provider by which it was signed in to; null for a custom token. */
export interface SignedIn extends UserCredential {
  readonly providerId?: string | null
}

/** A text message is on its way to the user's phone. */
export interface PhoneConfirmation {
  /** Names the message to the identity service; it survives a reload. */
  readonly verificationId: string
  /** Signs in with the code of that message. */
  confirm(verificationCode: string): Promise<SignedIn>
}

export interface AppVerification {
  /** Of the message. */
  languageCode: string
  /** An element in the page that a question may stand in. */
  place: HTMLElement
  /** Whether to ask it at once, because the unseen way has failed. */
  isVisible: boolean
}

/** An account as the page may speak of it. */
export interface AccountNames {
  readonly uid: string
  readonly tenantId: string | null
  readonly email: string | null
  readonly phoneNumber: string | null
}

export type SignedInUser = User & AccountNames

/** Somebody who has proven who they are, and whose account this browser does not store yet. */
export interface Candidate {
  readonly user: SignedInUser
  /** Stores the account, in place of another one of the same tenant. */
  accept(): Promise<UserCredential>
}

/** The identity service. Whatever fails rejects with an error that has a `code`. */
export interface Identity {
  /** The same instance for the same tenant; `null` is the project itself. */
  authOf(tenantId: string | null): TenantAuth
  /**
   * Every account that this browser stores, of whichever tenant, however it got there. `null` stands for
   * one that only the SDK can read.
   */
  storedAccounts(): Promise<(AccountNames | null)[]>
  /** Ends what is under way, and leaves no account stored for any tenant. Rejects when one may be left. */
  forgetAccounts(): Promise<void>
}

/** One tenant's accounts. */
export interface TenantAuth extends Auth {
  readonly tenantId: string | null
  /**
   * The account with which the user came back from a provider's page, or null when this page load
   * is no such return. Asked again it gives the same answer.
   * @throws InterruptedSignIn, with `redirect-result-timeout` after ten seconds
   */
  redirectResult(): Promise<SignedIn | null>
  /** Resolves when a press can be followed at once, as a window needs. */
  prepare(): Promise<void>
  /**
   * With the redirect flow it leaves the page, at once if it can, and never resolves. Call it from a click.
   * @throws InterruptedSignIn where the provider has answered, and what followed can be repeated
   */
  signIn(wish: SignInWish): Promise<SignedIn>
  /** The account this browser remembers, or null; null too when the SDK does not say in ten seconds. */
  currentUser(): Promise<SignedInUser | null>
  /** @param customToken made by our own server */
  signInWithCustomToken(customToken: string): Promise<SignedIn>
  /** Uses the token up to learn who it signs in, before they are signed in. */
  candidateOf(customToken: string): Promise<Candidate>
  /**
   * Sends a text message with a code. Proves to the service first that no machine asks: unseen, or by
   * a question in `place`.
   *
   * @param phoneNumber in E.164
   */
  sendCode(phoneNumber: string, proof: AppVerification): Promise<PhoneConfirmation>
  /** That of a message which was sent before a reload. */
  confirmationOf(verificationId: string): PhoneConfirmation
  /** Adds another way into the account. The user is one that this instance gave. */
  link(user: User, credential: PendingCredential): Promise<void>
}

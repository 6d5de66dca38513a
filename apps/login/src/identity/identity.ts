import type { MethodSettings, ProviderMethod } from '@foyer/contract/sign-in-methods'
import type { Auth, User, UserCredential } from '@foyer/iap-sign-in'

export interface SignInOptions {
  method: ProviderMethod
  flow: 'redirect' | 'popup'
  /** The account that the application prefers. */
  loginHint: string | null
  /** The language of the provider's pages. */
  languageCode: string
  /** What the config adds to the method. */
  settings?: MethodSettings | undefined
}

/** A provider's credential that will be linked to the account with its email address. */
export interface PendingCredential {
  providerId: string
  /** The email address that the provider reports, verified or not. */
  email: string
  /** The providers of the account with this email address, if the identity service lists them. */
  accountProviders: string[]
  /** The provider's own token, with which the account service identifies the user. SAML has none. */
  accessToken: string | null
  /** The credential in the SDK's JSON format. It survives a reload. */
  json: object
}

/** A user, and the provider of the sign-in. Null for a custom token. */
export interface SignedIn extends UserCredential {
  readonly providerId?: string | null
}

/** A text message that was sent to the user's phone. */
export interface PhoneConfirmation {
  /** Identifies the text message to the identity service. It survives a reload. */
  readonly verificationId: string
  /** Signs in with the code of that message. */
  confirm(verificationCode: string): Promise<SignedIn>
}

export interface AppVerification {
  /** The language of the text message. */
  languageCode: string
  /** The element in which a challenge may be shown. */
  place: HTMLElement
  /** Whether to show a challenge at once, because the invisible verification has failed. */
  isVisible: boolean
}

/** An account with what the page may show of it. */
export interface AccountNames {
  readonly uid: string
  readonly tenantId: string | null
  readonly email: string | null
  readonly phoneNumber: string | null
}

export type SignedInUser = User & AccountNames

/** A user who has proven who they are, but is not stored in this browser yet. */
export interface Candidate {
  readonly user: SignedInUser
  /** Stores the account. It replaces another account of the same tenant. */
  accept(): Promise<UserCredential>
}

/** The identity service. Everything rejects with an error that has a `code`. */
export interface Identity {
  /** Returns the same instance for the same tenant. `null` is the project itself. */
  authOf(tenantId: string | null): TenantAuth
  /** Every account that is stored in this browser, for any tenant. `null` stands for one that only the SDK can read. */
  storedAccounts(): Promise<(AccountNames | null)[]>
  /** Ends every sign-in in progress and removes all stored accounts. Rejects if one may be left. */
  forgetAccounts(): Promise<void>
}

/** One tenant's accounts. */
export interface TenantAuth extends Auth {
  readonly tenantId: string | null
  /**
   * The account with which the user returned from a provider's page. Null if this page load is not such a return. Every
   * call has the same result.
   * @throws InterruptedSignIn, with `redirect-result-timeout` after ten seconds
   */
  redirectResult(): Promise<SignedIn | null>
  /** Resolves when a press can be handled at once, which a window needs. */
  prepare(): Promise<void>
  /**
   * With the redirect flow it leaves the page, at once if possible, and never resolves. Call it from a click.
   * @throws InterruptedSignIn if the provider has answered, and the next step can be repeated
   */
  signIn(options: SignInOptions): Promise<SignedIn>
  /** The account that this browser stores, or null. Also null if the SDK does not answer within ten seconds. */
  currentUser(): Promise<SignedInUser | null>
  signInWithPassword(email: string, password: string): Promise<SignedIn>
  /** @param oobCode a code of the identity service, from our own server */
  signInWithEmailLink(email: string, oobCode: string): Promise<SignedIn>
  /** @param customToken issued by our own server */
  signInWithCustomToken(customToken: string): Promise<SignedIn>
  /** Uses up the token to find out who would be signed in, before they are signed in. */
  candidateOf(customToken: string): Promise<Candidate>
  /**
   * Sends a text message with a code. First the service verifies that a person asks, invisibly or with a challenge in
   * `place`.
   *
   * @param phoneNumber in E.164
   */
  sendCode(phoneNumber: string, proof: AppVerification): Promise<PhoneConfirmation>
  /** The confirmation of a text message that was sent before a reload. */
  confirmationOf(verificationId: string): PhoneConfirmation
  /** Links another sign-in method to the account. The user must come from this instance. */
  link(user: User, credential: PendingCredential): Promise<void>
}

import type { Account as AccountClaims } from '@foyer/contract/access-policy'

/** An account at Identity Platform. If `tenantId` is null, it is at project level. */
export interface Account {
  uid: string
  tenantId: string | null
  email: string | null
  emailVerified: boolean
  /** Empty if it has none. */
  displayName: string
  disabled: boolean
  /** Whether its sign-in requires a second factor, which a custom token would bypass. */
  hasSecondFactor: boolean
  /** The providers that are linked to it. */
  providers: readonly AccountProvider[]
  claims: Record<string, unknown>
  /** Sessions that began earlier have been ended, in seconds since the epoch. */
  validSince: number
}

/** A provider, such as `microsoft.com`, and the provider's id of the user. */
export interface AccountProvider {
  id: string
  subject: string
}

export interface NewAccount {
  uid: string
  tenantId: string | null
  email: string
  emailVerified: boolean
  displayName: string
}

export type CreationOutcome =
  | 'created'
  | 'exists-with-this-uid'
  | 'address-taken'
  /** Identity Platform accepts fewer email addresses than our schema does. */
  | 'address-refused'

export type PasswordOutcome =
  | 'set'
  /** It does not meet the password policy of Identity Platform. */
  | 'refused'
  /** Nobody signs in with a password there. */
  | 'off'

/** How users can sign in to an account. What is left out stays as it is. */
export interface AccessChange {
  /** The ids of providers with which nobody can sign in to the account any more. */
  unlinked?: readonly string[]
  /** Removes all second factors. */
  factors?: 'none'
  /** Whether nobody can sign in to the account at all, or change it with a session. */
  isDisabled?: boolean
}

/** The claims of an ID token after its signature, project, tenant, revocation and account were checked. */
export interface VerifiedIdToken {
  uid: string
  tenantId: string | null
  /** Seconds since the epoch. */
  issuedAt: number
  /** All claims, for the access policy. */
  claims: AccountClaims
}

/**
 * Every operation rejects only with an `IdentityError`. It takes at most ten seconds, except a change of an account: that
 * has ended at the service when it ends here, and can take minutes.
 */
export interface IdentityPlatform {
  /**
   * Safe to repeat with the same uid: the result is then `exists-with-this-uid`, no matter who owns the email
   * address.
   */
  createAccount(account: NewAccount): Promise<CreationOutcome>
  /** Replaces all claims of the account. */
  setClaims(uid: string, tenantId: string | null, claims: Record<string, unknown>): Promise<void>
  /**
   * Sets the password and ends all sessions.
   *
   * @param emailVerified whether the email address of the account is verified
   */
  setPassword(
    uid: string,
    tenantId: string | null,
    password: string,
    emailVerified: boolean,
  ): Promise<PasswordOutcome>
  accountByEmail(email: string, tenantId: string | null): Promise<Account | null>
  accountByUid(uid: string, tenantId: string | null): Promise<Account | null>
  /** A code of Identity Platform with which the page signs in to the account with this email address, once. */
  emailSignInCode(email: string, tenantId: string | null): Promise<string>
  /** Ends all sessions. An ID token stays valid until it expires. */
  endSessions(uid: string, tenantId: string | null): Promise<void>
  changeAccess(uid: string, tenantId: string | null, change: AccessChange): Promise<void>
  customTokenFor(uid: string, tenantId: string | null): Promise<string>
  verifyIdToken(idToken: string): Promise<VerifiedIdToken>
}

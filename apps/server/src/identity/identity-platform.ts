/** An account at Identity Platform. `tenantId` null is the project itself. */
export interface Account {
  uid: string
  tenantId: string | null
  email: string | null
  emailVerified: boolean
  disabled: boolean
  /** Whether its sign-in asks for a second factor, which a custom token would pass by. */
  hasSecondFactor: boolean
  /** The sign-in methods that it has. */
  providers: readonly AccountProvider[]
  claims: Record<string, unknown>
}

/** A provider, such as `microsoft.com`, and the provider's own id of the account's owner. */
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
  /** Identity Platform has a narrower idea of email addresses than we do. */
  | 'address-refused'

/** What an ID token says once its signature, project, tenant, revocation and account were checked. */
export interface VerifiedIdToken {
  uid: string
  tenantId: string | null
  /** Seconds since the epoch. */
  issuedAt: number
  signInProvider: string
}

/** Every operation fails with an `IdentityError` alone, within ten seconds. */
export interface IdentityPlatform {
  /** Safe to repeat with the same uid: `exists-with-this-uid` then, no matter who owns the email address. */
  createAccount(account: NewAccount): Promise<CreationOutcome>
  /** Replaces all claims of the account. */
  setClaims(uid: string, tenantId: string | null, claims: Record<string, unknown>): Promise<void>
  accountByEmail(email: string, tenantId: string | null): Promise<Account | null>
  accountByUid(uid: string, tenantId: string | null): Promise<Account | null>
  customTokenFor(uid: string, tenantId: string | null): Promise<string>
  verifyIdToken(idToken: string): Promise<VerifiedIdToken>
}

export interface ServedAccount {
  uid: string
  tenantId: string | null
  email: string | null
  emailVerified: boolean
  displayName: string
  disabled: boolean
  hasSecondFactor: boolean
  providers: { id: string; subject: string }[]
  /** The email address that the linked providers report. The account is found by it too. */
  providerEmail: string | null
  claims: Record<string, unknown>
  /** Null if it has none, or if the test does not know it. */
  password: string | null
  /** Seconds since the epoch. Tokens of earlier sign-ins are revoked. */
  validSince: number
  /** Milliseconds since the epoch. */
  lastLoginAt?: number
}

export type Json = Record<string, unknown>

export const projectId = 'demo-proj'

/** A new account with these properties, and otherwise without any. */
export function newAccount(given: Partial<ServedAccount> & { uid: string }): ServedAccount {
  return {
    tenantId: null,
    email: null,
    emailVerified: false,
    displayName: '',
    disabled: false,
    hasSecondFactor: false,
    providers: [],
    providerEmail: null,
    claims: {},
    password: null,
    validSince: 0,
    ...given,
  }
}

/** Whether a lookup by ids or by email addresses means this account. */
export function isMeant(account: ServedAccount, { localId, email }: Json): boolean {
  if (Array.isArray(localId)) return localId.includes(account.uid)
  const own = [account.email, account.providerEmail]
  return Array.isArray(email) && email.some((given) => own.some((it) => isSameAddress(it, given)))
}

export function isSameAddress(own: string | null, given: unknown): boolean {
  return typeof given === 'string' && own?.toLowerCase() === given.toLowerCase()
}

/** As Identity Platform describes an account. */
export function toUser(account: ServedAccount): Json {
  return {
    localId: account.uid,
    ...(account.tenantId !== null && { tenantId: account.tenantId }),
    ...(account.email !== null && { email: account.email }),
    emailVerified: account.emailVerified,
    displayName: account.displayName,
    disabled: account.disabled,
    ...(account.hasSecondFactor && {
      mfaInfo: [{ mfaEnrollmentId: 'm-1', totpInfo: {}, enrolledAt: '2026-01-01T00:00:00Z' }],
    }),
    providerUserInfo: account.providers.map(({ id, subject }) => ({
      providerId: id,
      rawId: subject,
    })),
    customAttributes: JSON.stringify(account.claims),
    validSince: String(account.validSince),
    createdAt: '1700000000000',
    ...(account.lastLoginAt !== undefined && { lastLoginAt: String(account.lastLoginAt) }),
  }
}

/** Those of an ID token after a sign-in five seconds ago. */
export function claimsOf(account: ServedAccount, changes: Json = {}): Json {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: account.uid,
    iat: now - 5,
    exp: now + 3595,
    auth_time: now - 5,
    ...account.claims,
    firebase: {
      ...(account.tenantId !== null && { tenant: account.tenantId }),
      sign_in_provider: 'custom',
    },
    ...changes,
  }
}

import type { JWTPayload } from 'jose'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** The user of a request, as the gate asserts it. */
export interface User {
  uid: string
  email: string | null
  /** Whether the email address is verified. Never make a decision based on an unverified one. */
  isEmailVerified: boolean
  /** The account's tenant. Null for the project level. */
  tenantId: string | null
  provider: string
  /** The second factor of this sign-in: `phone` or `totp`. */
  secondFactor: string | null
}

export type VerifyAssertion = (assertion: string | undefined) => Promise<User | null>

const ISSUER = 'https://cloud.google.com/iap'

/**
 * The application trusts no other header: a client that bypasses the gate could forge all others, but cannot
 * sign this one.
 */
export function createAssertionVerifier({
  keysUrl,
  audience,
}: {
  keysUrl: URL
  audience: string
}): VerifyAssertion {
  const keys = createRemoteJWKSet(keysUrl)
  return async (assertion) => {
    if (assertion === undefined) return null
    try {
      const options = { algorithms: ['ES256'], issuer: ISSUER, audience, clockTolerance: 30 }
      const { payload } = await jwtVerify(assertion, keys, options)
      return toUser(payload)
    } catch {
      return null
    }
  }
}

interface IdentityPlatformClaims {
  sub?: unknown
  email?: unknown
  email_verified?: unknown
  firebase?: { tenant?: unknown; sign_in_provider?: unknown; sign_in_second_factor?: unknown }
}

/** The claims of the identity service's token are in the object `gcip`. */
function toUser({ gcip }: JWTPayload): User | null {
  if (typeof gcip !== 'object' || gcip === null) return null
  const { sub, email, email_verified, firebase } = gcip as IdentityPlatformClaims
  if (typeof sub !== 'string') return null
  return {
    uid: sub,
    email: textOrNull(email),
    isEmailVerified: email_verified === true,
    tenantId: textOrNull(firebase?.tenant),
    provider: textOrNull(firebase?.sign_in_provider) ?? 'unknown',
    secondFactor: textOrNull(firebase?.sign_in_second_factor),
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

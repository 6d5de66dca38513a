import type { JWTPayload } from 'jose'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** Who is asking, as the gate asserts it. */
export interface Visitor {
  uid: string
  email: string | null
  /** The account's tenant; null for an account of the project itself. */
  tenantId: string | null
  provider: string
}

export type VerifyAssertion = (assertion: string | undefined) => Promise<Visitor | null>

const ISSUER = 'https://cloud.google.com/iap'

/**
 * The application trusts no other header: whoever reaches it around the gate can set all of them
 * but cannot sign this one.
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
      return toVisitor(payload)
    } catch {
      return null
    }
  }
}

interface IdentityPlatformClaims {
  sub?: string
  email?: string
  firebase?: { tenant?: string; sign_in_provider?: string }
}

export function toVisitor(payload: JWTPayload): Visitor | null {
  const gcip = payload['gcip'] as IdentityPlatformClaims | undefined
  if (gcip?.sub === undefined) return null
  return {
    uid: gcip.sub,
    email: gcip.email ?? null,
    tenantId: gcip.firebase?.tenant ?? null,
    provider: gcip.firebase?.sign_in_provider ?? 'unknown',
  }
}

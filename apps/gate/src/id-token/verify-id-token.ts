import { compactVerify, decodeJwt, decodeProtectedHeader, errors, type JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import type { AllowedTenants } from './allowed-tenants.ts'
import { GateError } from '../errors/gate-error.ts'
import type { Settings } from '../settings/settings.ts'
import { idTokenClaimsSchema, type IdTokenClaims, type User } from './id-token-claims.ts'

/** How much two clocks may differ before a token counts as too old. */
export const clockToleranceSeconds = 30
/**
 * How far the issuer's clock may be ahead. Accepting such a token does no harm, and refusing it would lock users out.
 */
const aheadToleranceSeconds = 60
const maxAgeAtExchangeSeconds = 300
const foreignKeyHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit']

/** Resolves to the claims of a token whose user may sign in here. Rejects with a `GateError`. */
export type VerifyIdToken = (idToken: string) => Promise<IdTokenClaims>

type TokenRules = Pick<Settings, 'projectId' | 'projectNumber' | 'acceptsEmulatorTokens'> & {
  tenants: Pick<AllowedTenants, 'has'>
}

export function createIdTokenVerifier(
  rules: TokenRules,
  keySet: JWTVerifyGetKey,
  now: () => number,
): VerifyIdToken {
  return async (idToken) => {
    const payload = rules.acceptsEmulatorTokens
      ? readUnsigned(idToken)
      : await readSigned(idToken, keySet)
    const claims = v.safeParse(idTokenClaimsSchema, payload)
    if (!claims.success) throw new GateError('id-token-claims')
    checkIssuerAndAge(claims.output, rules.projectId, now())
    checkUser(claims.output, rules)
    return claims.output
  }
}

/** The tenant of a token, as in requests: `_PROJECTNUMBER` for project-level accounts. */
export const tenantIdOf = (claims: Pick<User, 'firebase'>, projectNumber: string) =>
  claims.firebase.tenant ?? `_${projectNumber}`

/** Checks only the signature. The claims are checked in one place, for unsigned tokens too. */
async function readSigned(idToken: string, keySet: JWTVerifyGetKey): Promise<unknown> {
  try {
    // A key inside the token proves nothing, so a token that has one is refused.
    const header = decodeProtectedHeader(idToken)
    if (foreignKeyHeaders.some((name) => Object.hasOwn(header, name))) {
      throw new GateError('id-token-brings-key')
    }
    await compactVerify(idToken, keySet, { algorithms: ['RS256'] })
    return decodeJwt(idToken)
  } catch (error) {
    if (error instanceof GateError) throw error
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw new GateError('id-token-signature')
    }
    throw error
  }
}

/** The emulator signs nothing. A signed token here means that the gate or the page is configured wrongly. */
function readUnsigned(idToken: string): unknown {
  try {
    if (decodeProtectedHeader(idToken).alg === 'none' && idToken.endsWith('.'))
      return decodeJwt(idToken)
  } catch {
    // What cannot be decoded is refused like a signed token.
  }
  throw new GateError('id-token-not-emulated')
}

function checkIssuerAndAge(claims: IdTokenClaims, projectId: string, now: number) {
  if (claims.iss !== `https://securetoken.google.com/${projectId}` || claims.aud !== projectId) {
    throw new GateError('id-token-project')
  }
  const { exp, iat, auth_time: authTime, nbf = iat } = claims
  if (Math.max(iat, authTime, nbf) > now + aheadToleranceSeconds) {
    throw new GateError('clock-skewed')
  }
  const isOld = iat < now - maxAgeAtExchangeSeconds - clockToleranceSeconds
  if (isOld || exp <= now - clockToleranceSeconds) {
    throw new GateError('id-token-expired')
  }
}

function checkUser(claims: IdTokenClaims, { tenants, projectNumber }: TokenRules) {
  if (claims.firebase.sign_in_provider === 'anonymous') {
    throw new GateError('anonymous-user')
  }
  if (!tenants.has(tenantIdOf(claims, projectNumber))) {
    throw new GateError('wrong-tenant')
  }
}

import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as v from 'valibot'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { idTokenClaimsSchema, type IdTokenClaims, type User } from './id-token-claims.ts'

/** How far two clocks may differ. */
export const clockToleranceSeconds = 30
const maxAgeAtExchangeSeconds = 300
const foreignKeyHeaders = ['jwk', 'jku', 'x5u', 'x5c', 'crit']

/** Resolves to the claims of a token that may sign its visitor in here; throws `Refusal`. */
export type VerifyIdToken = (idToken: string) => Promise<IdTokenClaims>

type TokenRules = Pick<
  Settings,
  'projectId' | 'projectNumber' | 'tenantIds' | 'acceptsEmulatorTokens'
>

export function createIdTokenVerifier(
  rules: TokenRules,
  keySet: JWTVerifyGetKey,
  now: () => number,
): VerifyIdToken {
  return async (idToken) => {
    const payload = rules.acceptsEmulatorTokens
      ? readUnsigned(idToken)
      : await readSigned(idToken, keySet, now)
    const claims = v.safeParse(idTokenClaimsSchema, payload)
    if (!claims.success)
      throw unauthenticated('The ID token lacks what Identity Platform puts in one.')
    checkIssuerAndAge(claims.output, rules.projectId, now())
    checkVisitor(claims.output, rules)
    return claims.output
  }
}

/** The tenant of a token as requests name it: `_PROJECTNUMBER` for project-level accounts. */
export const tenantIdOf = (claims: Pick<User, 'firebase'>, projectNumber: string) =>
  claims.firebase.tenant ?? `_${projectNumber}`

async function readSigned(
  idToken: string,
  keySet: JWTVerifyGetKey,
  now: () => number,
): Promise<unknown> {
  try {
    // A key that arrives with the token proves nothing; a token that brings one is refused whole.
    const header = decodeProtectedHeader(idToken)
    if (foreignKeyHeaders.some((name) => Object.hasOwn(header, name))) {
      throw unauthenticated('The ID token brings its own key.')
    }
    const { payload } = await jwtVerify(idToken, keySet, {
      algorithms: ['RS256'],
      currentDate: new Date(now() * 1000),
      clockTolerance: clockToleranceSeconds,
    })
    return payload
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof errors.JWTExpired) throw unauthenticated('The ID token has expired.')
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw unauthenticated('The ID token is not signed by Identity Platform.')
    }
    throw error
  }
}

/** The emulator signs nothing. A signed token here is a mistake in somebody's settings. */
function readUnsigned(idToken: string): unknown {
  try {
    if (decodeProtectedHeader(idToken).alg === 'none' && idToken.endsWith('.'))
      return decodeJwt(idToken)
  } catch {
    // Falls through: what cannot be decoded is refused like what is signed.
  }
  throw unauthenticated('The ID token is not of the identity emulator.')
}

function checkIssuerAndAge(claims: IdTokenClaims, projectId: string, now: number) {
  if (claims.iss !== `https://securetoken.google.com/${projectId}` || claims.aud !== projectId) {
    throw unauthenticated('The ID token is of another project.')
  }
  if (claims.exp < now - clockToleranceSeconds) throw unauthenticated('The ID token has expired.')
  const starts = Math.max(claims.iat, claims.auth_time)
  if (starts > now + clockToleranceSeconds) {
    throw unauthenticated('The ID token was issued in the future. Check the clock of the device.')
  }
  if (claims.iat < now - maxAgeAtExchangeSeconds - clockToleranceSeconds) {
    throw unauthenticated('The ID token was issued too long ago. Check the clock of the device.')
  }
}

function checkVisitor(claims: IdTokenClaims, { tenantIds, projectNumber }: TokenRules) {
  if (claims.firebase.sign_in_provider === 'anonymous') {
    throw new Refusal('PERMISSION_DENIED', 'Anonymous users may not enter.')
  }
  if (!tenantIds.includes(tenantIdOf(claims, projectNumber))) {
    throw new Refusal('PERMISSION_DENIED', 'Mismatching tenant ID')
  }
}

const unauthenticated = (message: string) => new Refusal('UNAUTHENTICATED', message)

import { randomUUID } from 'node:crypto'
import { clockToleranceSeconds } from '../id-token/verify-id-token.ts'
import type { IdTokenClaims, User } from '../id-token/id-token-claims.ts'
import { GateError } from '../errors/gate-error.ts'

/** What the gate knows about a signed-in user. It is sealed into the session cookie and stored nowhere else. */
export interface Session {
  /** Refreshed cookies have the same id, so that a sign-out ends all of them. */
  id: string
  expiresAt: number
  user: User
}

/**
 * Sealing adds a third. Reverse proxies read 4 KB of a response's head by default, and the response with this cookie
 * has other headers too. A session up to this size fits.
 */
const comfortableBytes = 2500
/** Browsers silently drop a cookie of more than 4,093 bytes: name, value and attributes. */
const maxBytes = 2980

/** `user_id` is the older name of `sub`. */
const ofTheTokenAlone = ['iss', 'aud', 'iat', 'exp', 'user_id']

/** The claims that are dropped first if a cookie would be too large, in this order. */
const dispensableInFirebase = ['sign_in_attributes', 'identities'] as const
const dispensable = ['picture', 'name'] as const

/**
 * A session ends with its ID token, which is valid for an hour at most, or at `endsAt` if that is sooner (seconds since
 * 1970). Throws a `GateError` for claims that do not fit into a cookie. A custom claim is never dropped, because an
 * application may decide differently without it.
 */
export function sessionFrom(claims: IdTokenClaims, endsAt: number): Session {
  const tokenEndsAt = Math.min(claims.exp, claims.iat + 3600) + clockToleranceSeconds
  const user: User = { ...claims, firebase: { ...claims.firebase } }
  for (const name of ofTheTokenAlone) delete user[name]
  const session = { id: randomUUID(), expiresAt: Math.min(tokenEndsAt, endsAt), user }

  const isOver = (bytes: number) => Buffer.byteLength(JSON.stringify(session)) > bytes
  for (const name of dispensableInFirebase) if (isOver(comfortableBytes)) delete user.firebase[name]
  for (const name of dispensable) if (isOver(comfortableBytes)) delete user[name]
  if (isOver(maxBytes)) {
    throw new GateError('claims-too-large')
  }
  return session
}

export function isSameUser(one: Session, other: Session): boolean {
  return one.user.sub === other.user.sub && one.user.firebase.tenant === other.user.firebase.tenant
}

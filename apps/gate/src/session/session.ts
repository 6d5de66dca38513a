import { randomUUID } from 'node:crypto'
import { clockToleranceSeconds } from '../id-token/verify-id-token.ts'
import type { IdTokenClaims, User } from '../id-token/id-token-claims.ts'
import { GateError } from '../errors/gate-error.ts'

/** What the gate knows about a signed-in user. It is sealed into the session cookie and stored nowhere else. */
export interface Session {
  /** Refreshed cookies keep it, so that signing out ends all of them. */
  id: string
  expiresAt: number
  user: User
}

/**
 * Sealing adds a third. By default reverse proxies read 4 KB of a response's head, and the response that
 * sets this cookie has other headers too: up to this size it fits.
 */
const comfortableBytes = 2500
/** Browsers drop a cookie of more than 4,093 bytes without a word: name, value and attributes. */
const maxBytes = 2980

/** `user_id` is `sub` under its older name. */
const ofTheTokenAlone = ['iss', 'aud', 'iat', 'exp', 'user_id']

/** Claims that go first when a cookie would be too large, the most dispensable first. */
const dispensableInFirebase = ['sign_in_attributes', 'identities'] as const
const dispensable = ['picture', 'name'] as const

/**
 * A session lives as long as its ID token, which is one hour at most, or until `endsAt` if that is
 * sooner: seconds since 1970. Throws a `GateError` for claims that no cookie can hold. A custom claim is
 * never left out: an application that decides by it would decide otherwise without it.
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

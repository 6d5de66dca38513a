import { randomUUID } from 'node:crypto'
import { clockToleranceSeconds } from '../id-token/verify-id-token.ts'
import type { IdTokenClaims, User } from '../id-token/id-token-claims.ts'

/** What the gate knows of a signed-in visitor: sealed into the session cookie, kept nowhere else. */
export interface Session {
  /** One for all the cookies of a visitor's stay, so that signing out ends refreshed ones too. */
  id: string
  expiresAt: number
  user: User
}

/** Browsers keep 4096 bytes of name, value and attributes; sealing adds a third. */
const maxUserBytes = 2700

/** `user_id` is `sub` under its older name. */
const ofTheTokenAlone = ['iss', 'aud', 'iat', 'exp', 'user_id']

/** Claims that go first when a cookie would be too large, the most dispensable first. */
const dispensable = ['picture', 'name'] as const
const dispensableInFirebase = ['sign_in_attributes', 'identities'] as const

/**
 * A session lives as long as its ID token, which is one hour at most, or until `endsAt` if that is
 * sooner: seconds since 1970.
 */
export function sessionFrom(claims: IdTokenClaims, endsAt: number): Session {
  const tokenEndsAt = Math.min(claims.exp, claims.iat + 3600) + clockToleranceSeconds
  const expiresAt = Math.min(tokenEndsAt, endsAt)
  return { id: randomUUID(), expiresAt, user: userFrom(claims) }
}

export function isSameUser(one: Session, other: Session): boolean {
  return one.user.sub === other.user.sub && one.user.firebase.tenant === other.user.firebase.tenant
}

function userFrom(claims: IdTokenClaims): User {
  const user: User = { ...claims, firebase: { ...claims.firebase } }
  for (const name of ofTheTokenAlone) delete user[name]
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(user)) > maxUserBytes
  for (const name of dispensableInFirebase) if (isTooLarge()) delete user.firebase[name]
  for (const name of dispensable) if (isTooLarge()) delete user[name]
  return user
}

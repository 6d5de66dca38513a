import { randomUUID } from 'node:crypto'
import { clockToleranceSeconds } from '../id-token/verify-id-token.ts'
import type { IdTokenClaims, User } from '../id-token/id-token-claims.ts'
import type { NeededClaims } from '../access/access.ts'
import { GateError } from '../errors/gate-error.ts'

/** What the gate knows about a signed-in user. It is sealed into the session cookie and stored nowhere else. */
export interface Session {
  /** Refreshed cookies have the same id, so that a sign-out ends all of them. */
  id: string
  expiresAt: number
  user: User
  /** If claims did not fit: the `id` of the claims that were needed. If others are needed later, it must be renewed. */
  reducedTo?: string
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
const dispensable = [
  ['firebase', 'sign_in_attributes'],
  ['firebase', 'identities'],
  ['picture'],
  ['name'],
] as const

/**
 * A session ends with its ID token, which is valid for an hour at most, or at `endsAt` if that is sooner (seconds since
 * 1970). Throws a `GateError` for claims that do not fit into a cookie. A custom claim is never dropped, because an
 * application may decide differently without it.
 *
 * @param needed the claims that the access policy reads. They are kept too.
 */
export function sessionFrom(
  claims: IdTokenClaims,
  endsAt: number,
  { id, paths: needed }: NeededClaims = { id: '', paths: [] },
): Session {
  const tokenEndsAt = Math.min(claims.exp, claims.iat + 3600) + clockToleranceSeconds
  const user: User = { ...claims, firebase: { ...claims.firebase } }
  for (const name of ofTheTokenAlone) drop(user, [name], needed)
  const session: Session = { id: randomUUID(), expiresAt: Math.min(tokenEndsAt, endsAt), user }

  const isOver = (bytes: number) => Buffer.byteLength(JSON.stringify(session)) > bytes
  const dropped = dispensable.filter((path) => isOver(comfortableBytes) && drop(user, path, needed))
  if (dropped.length > 0) session.reducedTo = id
  if (isOver(maxBytes)) {
    throw new GateError('claims-too-large')
  }
  return session
}

/** Removes a claim, except for the parts of it that are needed. Returns whether there was something to remove. */
function drop(
  user: User,
  path: readonly string[],
  needed: readonly (readonly string[])[],
): boolean {
  if (needed.some((claim) => isAbove(claim, path))) return false
  const owner: Record<string, unknown> = path.length > 1 ? user.firebase : user
  const name = path.at(-1) ?? ''
  const value = owner[name]
  delete owner[name]
  if (typeof value !== 'object' || value === null) return value !== undefined
  const within = needed.filter((claim) => isAbove(path, claim))
  const keys = new Set(within.map((claim) => claim[path.length]))
  const kept = Object.entries(value).filter(([key]) => keys.has(key))
  if (kept.length > 0) owner[name] = Object.fromEntries(kept)
  return true
}

/** Whether a claim is another one, or contains it. */
const isAbove = (claim: readonly string[], other: readonly string[]) =>
  claim.every((key, depth) => other[depth] === key)

export function isSameUser(one: Session, other: Session): boolean {
  return one.user.sub === other.user.sub && one.user.firebase.tenant === other.user.firebase.tenant
}

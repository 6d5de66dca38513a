import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookie } from '@foyer/contract/header-text'
import { readCookies, type GateCookies } from '../request/cookies.ts'
import type { RequestHead } from '../request/request-head.ts'
import { ordinaryLength } from '../sealing/sealed-box.ts'
import type { Session } from '../session/session.ts'

export const stateLifeSeconds = 600
export const redirectTokenLifeSeconds = 60

/** One sign-in, begun in one tab. Only that browser has the nonce, in a cookie. */
export interface Attempt {
  id: string
  nonce: string
}

/** The content of `state`. It has a path of this gate and never a URL, so it cannot redirect to another site. */
export type State =
  | { kind: 'signIn'; attempt: Attempt; path: string; expiresAt: number }
  /** Without tenants, it is for all tenants of the gate, because a list of them could make it too long. */
  | { kind: 'signOut'; tenantIds?: readonly string[]; path: string; expiresAt: number }

/** The content of `redirectToken`: a session that the browser with the nonce may take once. */
export interface RedirectToken {
  attempt: Attempt
  path: string
  session: Session
  expiresAt: number
}

/** Enough for the longest path and the largest session together. It is never a cookie. */
export const redirectTokenLength = 2 * ordinaryLength

/** How many tabs may be signing in at the same time. Each has its own cookie, so none overwrites another's. */
const attemptsAtOnce = 8

/** Begins a sign-in. The nonce starts with the time, so that the oldest one can be found. */
export function beginAttempt(
  request: RequestHead,
  jar: GateCookies,
  now: number,
): { attempt: Attempt; cookies: string[] } {
  const attempt = {
    id: randomBytes(9).toString('base64url'),
    nonce: `${Math.floor(now).toString(36)}.${randomBytes(18).toString('base64url')}`,
  }
  const others = nonceCookies(request, jar).toSorted((one, other) =>
    one.value < other.value ? -1 : 1,
  )
  const surplus = others.slice(0, Math.max(0, others.length - attemptsAtOnce + 1))
  return {
    attempt,
    cookies: [
      jar.set(jar.noncePrefix + attempt.id, attempt.nonce, stateLifeSeconds),
      ...surplus.map(({ name }) => jar.remove(name)),
    ],
  }
}

/** Whether this browser began the sign-in. */
export function hasNonce(request: RequestHead, jar: GateCookies, { id, nonce }: Attempt): boolean {
  const sent = nonceCookies(request, jar).find(({ name }) => name === jar.noncePrefix + id)?.value
  if (sent === undefined) return false
  const [given, expected] = [Buffer.from(sent), Buffer.from(nonce)]
  // `timingSafeEqual` throws for different lengths in bytes, and a character beyond ASCII has more than one.
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function nonceCookies(request: RequestHead, jar: GateCookies): Cookie[] {
  return readCookies(request).filter(({ name }) => name.startsWith(jar.noncePrefix))
}

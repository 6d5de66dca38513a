import type { User } from '../interfaces/handler.ts'

/** An ID token issued within the last two minutes. */
export type FreshIdToken = (user: User) => Promise<string>

const maxAge = 120_000
// A token from further in the future shows that this device's clock is slow. Its age is then unknown.
const clockTolerance = 30_000

/**
 * Refreshes a token that is too old (H3). A token is refreshed once, even if it is requested early and again after the
 * handler has processed the user. If the handler has refreshed the account's token itself, that one is used.
 */
export function createFreshIdToken(now: () => number): FreshIdToken {
  const refreshes = new Map<string, Promise<string>>()

  return async (user) => {
    const { token, issuedAtTime } = await user.getIdTokenResult()
    const age = now() - Date.parse(issuedAtTime)
    if (age >= -clockTolerance && age <= maxAge) return token
    const refresh = refreshes.get(token) ?? user.getIdToken(true)
    refreshes.set(token, refresh)
    return refresh
  }
}

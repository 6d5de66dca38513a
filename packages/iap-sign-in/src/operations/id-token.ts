import type { User } from '../ports/handler.ts'

/** An ID token issued within the last two minutes. */
export type FreshIdToken = (user: User) => Promise<string>

const maxAge = 120_000
// Beyond this, a token from the future tells that the clock of this device is slow, and nothing of its age.
const clockTolerance = 30_000

/**
 * A token past its age is refreshed (H3), and once only: asked for early, and again after the handler
 * acted on the user, it costs one refresh, unless the handler made the account carry another token.
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

import type { User } from './handler.ts'

/** An ID token issued within the last two minutes. */
export type FreshIdToken = (user: User) => Promise<string>

const maxAge = 120_000

/**
 * A token past its age is refreshed (H3), and once only: asked for early, and again after the handler
 * acted on the user, it costs one refresh, unless the handler made the account carry another token.
 */
export function createFreshIdToken(now: () => number): FreshIdToken {
  const refreshes = new Map<string, Promise<string>>()

  return async (user) => {
    const { token, issuedAtTime } = await user.getIdTokenResult()
    if (now() - Date.parse(issuedAtTime) <= maxAge) return token
    const refresh = refreshes.get(token) ?? user.getIdToken(true)
    refreshes.set(token, refresh)
    return refresh
  }
}

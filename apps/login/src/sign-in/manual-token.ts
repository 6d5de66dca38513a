import type { SafeStorage } from '../browser/safe-storage.ts'
import { withoutParameter } from '../browser/without-parameter.ts'

export const manualTokenKey = 'manual_token' // B8

/** A custom token that an address brought, to be used once (C12). */
export interface ManualToken {
  /** Takes the token; no other tab, and no later visit, gets it too. */
  take: () => Promise<string | null>
  /** Puts one there for the sign-in flow to take, as a registration does. */
  put: (token: string) => void
  remove: () => void
}

/** @param locks absent in browsers without them, where two tabs within one moment are let pass */
export function createManualToken(
  storage: SafeStorage,
  locks: Pick<LockManager, 'request'> | undefined,
): ManualToken {
  /** Where storage is blocked the token lives as long as the page. */
  let kept: string | null = null

  const takeNow = (): string | null => {
    const token = storage.read(manualTokenKey) ?? kept
    remove()
    return token === '' ? null : token
  }
  const remove = (): void => {
    kept = null
    storage.remove(manualTokenKey)
  }

  return {
    take: async () => (locks ? locks.request(manualTokenKey, takeNow) : takeNow()),
    put(token) {
      if (!storage.write(manualTokenKey, token)) kept = token
    },
    remove,
  }
}

/**
 * Takes `access_token` out of the address before anything else may read, send or remember it.
 * @returns the token, or null when the address brings none
 */
export function takeAccessToken(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
): string | null {
  const query = new URLSearchParams(search)
  const token = query.get('access_token')
  if (token === null) return null
  const rest = withoutParameter(search, 'access_token')
  history.replaceState(history.state, '', `${pathname}${rest}${hash}`)
  return token
}

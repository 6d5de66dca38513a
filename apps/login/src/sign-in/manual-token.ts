import { isSignedToken } from '../browser/is-signed-token.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { withoutParameter } from '../browser/without-parameter.ts'

export const manualTokenKey = 'manual_token' // B8

export interface TakenToken {
  customToken: string
  /** Whether the user has just registered on this page, so that the token came from no URL. */
  isOwn: boolean
}

/** A custom token that can be used once (C12), by the tab that got it. */
export interface ManualToken {
  /** Takes the token. No other tab and no later visit can take it. */
  take: () => Promise<TakenToken | null>
  /** Stores a token that came from a URL. */
  put: (customToken: string) => void
  /** Stores a token that came from the user's own registration. */
  putOwn: (customToken: string) => void
  remove: () => void
}

/**
 * Storage of the whole browser outlives the visit. If a tab is closed before its token is used, the token stays there,
 * and would silently sign in the next user. So the tab stores its token too, and only a token that both have is used.
 *
 * @param storage of the whole browser
 * @param tabStorage of the tab
 * @param openLocks may throw or return nothing. Without a lock, two tabs could take a token at the same moment. But
 * locks are only refused if site data is blocked, and then the tabs share no storage.
 */
export function createManualToken(
  storage: SafeStorage,
  tabStorage: SafeStorage,
  openLocks: () => Pick<LockManager, 'request'> | undefined,
): ManualToken {
  /** The token of this page load. If storage is blocked, it is only here. */
  let kept: string | null = null
  let own: string | null = null

  /** A copy of the tab has the same token. The first of the two removes it from the browser's storage. */
  const keptBeforeReload = (): string => {
    const token = tabStorage.read(manualTokenKey)
    // An invalid token from a URL is reported. Invalid text in the storage is not the user's fault, and is ignored.
    if (token === null || token !== storage.read(manualTokenKey)) return ''
    return isSignedToken(token) ? token : ''
  }
  const takeNow = (): TakenToken | null => {
    const customToken = kept ?? keptBeforeReload()
    const isOwn = customToken === own
    remove()
    return customToken === '' ? null : { customToken, isOwn }
  }
  const put = (customToken: string): void => {
    kept = customToken
    storage.write(manualTokenKey, customToken)
    tabStorage.write(manualTokenKey, customToken)
  }
  const remove = (): void => {
    kept = null
    own = null
    storage.remove(manualTokenKey)
    tabStorage.remove(manualTokenKey)
  }

  return {
    async take() {
      try {
        const locks = openLocks()
        return await (locks ? locks.request(manualTokenKey, takeNow) : takeNow())
      } catch {
        return takeNow()
      }
    },
    put,
    putOwn(customToken) {
      own = customToken
      put(customToken)
    },
    remove,
  }
}

/**
 * Removes `access_token` from the URL, before any other code can read, send or store it.
 * @returns the token, or null if the URL has none
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

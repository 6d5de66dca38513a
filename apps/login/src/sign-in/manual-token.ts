import { isSignedToken } from '../browser/is-signed-token.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { withoutParameter } from '../browser/without-parameter.ts'

export const manualTokenKey = 'manual_token' // B8

export interface TakenToken {
  customToken: string
  /** The user has registered with this page a moment ago, and no URL has brought the token. */
  isOwn: boolean
}

/** A custom token, to be used once (C12), by the tab that brought it. */
export interface ManualToken {
  /** Takes the token; no other tab, and no later visit, gets it too. */
  take: () => Promise<TakenToken | null>
  /** Puts one there that a URL has brought. */
  put: (customToken: string) => void
  /** Puts one there that the user's own registration has brought. */
  putOwn: (customToken: string) => void
  remove: () => void
}

/**
 * The whole browser's storage outlives the visit: a tab that is closed before its token is used leaves it
 * there, and the next user would be signed in by it without a word. So the tab remembers its token too.
 *
 * @param storage of the whole browser
 * @param tabStorage of the tab
 * @param openLocks may throw, and give none. Without a lock two tabs within one moment are let pass: where
 *   site data is blocked, which refuses locks too, they share no storage that could hold the token.
 */
export function createManualToken(
  storage: SafeStorage,
  tabStorage: SafeStorage,
  openLocks: () => Pick<LockManager, 'request'> | undefined,
): ManualToken {
  /** Brought by this page load. Where storage is blocked it lives as long as the page. */
  let kept: string | null = null
  let own: string | null = null

  /** A copy of the tab has the same token, which the first of the two takes out of the browser's storage. */
  const keptBeforeReload = (): string => {
    const token = tabStorage.read(manualTokenKey)
    // A broken link is reported; broken text that lay in the store is no doing of the user's.
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

import type { SafeStorage } from '../browser/safe-storage.ts'
import { arrivedLinkKey } from '../browser/note-names.ts'

const start = '#sign-in-link='

/**
 * Takes the token of a sign-in link out of the URL before anything else may read or send it.
 *
 * @param storage of the tab: a reload must not lose what is no longer in the URL
 * @returns null when the URL brings none
 */
export function takeSignInLink(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'state' | 'replaceState'>,
  storage: Pick<SafeStorage, 'write'>,
): string | null {
  if (!hash.startsWith(start)) return null
  history.replaceState(history.state, '', pathname + search)
  const link = hash.slice(start.length)
  storage.write(arrivedLinkKey, link)
  return link
}

/** A link that is opened in a tab with this page changes the fragment alone, and no page is loaded for it. */
export function reloadForSignInLinks(window: Window): void {
  const { location } = window
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith(start)) location.reload()
  })
}

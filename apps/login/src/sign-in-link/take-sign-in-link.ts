import type { SafeStorage } from '../browser/safe-storage.ts'
import { arrivedLinkKey } from '../browser/note-names.ts'

const start = '#sign-in-link='

/**
 * Removes the token of a sign-in link from the URL, before any other code can read or send it.
 *
 * @param storage of the tab, so that a reload does not lose the token
 * @returns null if the URL has none
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

/** Opening a link in a tab with this page changes only the fragment, which loads no page. */
export function reloadForSignInLinks(window: Window): void {
  const { location } = window
  window.addEventListener('hashchange', () => {
    if (location.hash.startsWith(start)) location.reload()
  })
}

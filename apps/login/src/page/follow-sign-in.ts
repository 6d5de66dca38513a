import { isListed, listPrefix } from '../inline/signed-in-list.ts'
import type { ReadableStore } from '../sign-in/store.ts'

interface FollowedWindow extends Pick<Window, 'addEventListener'> {
  location: { search: string; reload: () => void }
  localStorage: Storage
}

/**
 * Continues with this tab's own request when the user has signed in to its tenant in another tab. The page starts over,
 * and finds the account. It stays if the user has begun something here, or should read a message.
 */
export function followSignIn(store: ReadableStore, window: FollowedWindow): void {
  window.addEventListener('storage', ({ key }) => {
    const query = new URLSearchParams(window.location.search)
    if (key?.startsWith(listPrefix) !== true || query.get('mode') !== 'login') return
    const isSignedIn = isListed(query.get('tid') ?? '', () => window.localStorage)
    if (isSignedIn && showsOnlyButtons(store)) window.location.reload()
  })
}

function showsOnlyButtons(store: ReadableStore): boolean {
  const { screen, progress } = store.getState()
  return (
    screen.name === 'signInButtons' &&
    screen.step.name === 'methods' &&
    screen.notice === null &&
    progress.name === 'idle'
  )
}

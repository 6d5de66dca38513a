import { isListed, listPrefix } from '../inline/signed-in-list.ts'
import type { ReadableStore } from '../sign-in/store.ts'

interface FollowedWindow extends Pick<Window, 'addEventListener'> {
  location: { search: string; reload: () => void }
  localStorage: Storage
}

/**
 * Continues with this tab's own request when the user has signed in to its tenant in another tab. The page starts over,
 * and finds the account. It stays if the user has begun something here, or should read a message.
 *
 * A page that waits for an email follows only the user of that address: the opened link needs the request, and another
 * user would use it up.
 *
 * @param forgetStep removes the note about a sign-in link that was sent: it was probably opened in the other tab
 */
export function followSignIn(
  store: ReadableStore,
  window: FollowedWindow,
  forgetStep: () => void,
): void {
  window.addEventListener('storage', ({ key }) => {
    const query = new URLSearchParams(window.location.search)
    if (key?.startsWith(listPrefix) !== true || query.get('mode') !== 'login') return
    const isSignedIn = isListed(query.get('tid') ?? '', () => window.localStorage)
    if (!isSignedIn || !isWaiting(store)) return
    void followOwner(store, () => {
      forgetStep()
      window.location.reload()
    })
  })
}

async function followOwner(store: ReadableStore, follow: () => void): Promise<void> {
  const { screen } = store.getState()
  const email = awaitedEmail(store)
  if (email !== null) {
    const user = await store
      .getState()
      .auth?.currentUser()
      .catch(() => null)
    // The identity service keeps addresses in small letters.
    const isOwner = user?.email?.toLowerCase() === email.toLowerCase()
    // The user may have gone on meanwhile.
    if (!isOwner || store.getState().screen !== screen || !isWaiting(store)) return
  }
  follow()
}

/** The address to which the page has sent an email, and for which it waits. */
function awaitedEmail(store: ReadableStore): string | null {
  const { screen } = store.getState()
  if (screen.name !== 'signInButtons') return null
  return 'email' in screen.step ? screen.step.email : null
}

/** Whether the page shows only the buttons, or where a sign-in link was sent. */
function isWaiting(store: ReadableStore): boolean {
  const { screen, progress } = store.getState()
  if (screen.name !== 'signInButtons' || progress.name !== 'idle') return false
  const { step, notice } = screen
  return (
    step.name === 'linkSent' ||
    step.name === 'resetSent' ||
    step.name === 'emailLinkSent' ||
    (step.name === 'methods' && notice === null)
  )
}

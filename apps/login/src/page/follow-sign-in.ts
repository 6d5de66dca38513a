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
 * user would use it up. It looks again when it gets the focus: if somebody was signed in to the tenant before, the list
 * does not change, and the browser says nothing.
 *
 * @param forgetStep removes the note about a sign-in link that was sent: it was probably opened in the other tab
 */
export function followSignIn(
  store: ReadableStore,
  window: FollowedWindow,
  forgetStep: () => void,
): void {
  async function follow(): Promise<void> {
    const query = new URLSearchParams(window.location.search)
    const isSignedIn = isListed(query.get('tid') ?? '', () => window.localStorage)
    if (query.get('mode') !== 'login' || !isSignedIn || !isWaiting(store)) return
    const { screen, auth } = store.getState()
    const email = awaitedEmail(store)
    if (email) {
      const user = await auth?.currentUser().catch(() => null)
      // The identity service keeps addresses in small letters.
      if (user?.email?.toLowerCase() !== email.toLowerCase()) return
      // The user may have gone on meanwhile.
      if (store.getState().screen !== screen || !isWaiting(store)) return
    }
    forgetStep()
    window.location.reload()
  }
  window.addEventListener('storage', ({ key }) => {
    if (key?.startsWith(listPrefix)) void follow()
  })
  window.addEventListener('focus', () => {
    if (awaitedEmail(store)) void follow()
  })
}

/** The address to which the page has sent an email, and for which it waits. */
function awaitedEmail(store: ReadableStore): string | null {
  const { screen } = store.getState()
  return screen.name === 'signInButtons' && 'email' in screen.step ? screen.step.email : null
}

/** Whether the page shows only the buttons, or where a sign-in link was sent. */
function isWaiting(store: ReadableStore): boolean {
  const { screen, progress } = store.getState()
  if (screen.name !== 'signInButtons' || progress.name !== 'idle') return false
  const { step, notice } = screen
  return (
    ['linkSent', 'resetSent', 'emailLinkSent'].includes(step.name) ||
    (step.name === 'methods' && notice === null)
  )
}

import { whenOpenedWindowCloses } from '../browser/opened-windows.ts'
import { settle } from './store.ts'
import type { SignInStore } from './store.ts'

/**
 * Lets a user who returns to this page choose again at once. The page may be restored from the back/forward cache
 * (ST-07), be in front of a pop-up that is still open, or remain after a closed pop-up, which the SDK notices only
 * seconds later (RD-03).
 */
export function reviveButtons(store: SignInStore, window: Window): void {
  const revive = (): void => settle(store)
  const reviveFromPopup = (): void => {
    const { screen, config } = store.getState()
    // The steps of the phone flow use no pop-up, so they continue.
    const isAtMethods = screen.name === 'signInButtons' && screen.step.name === 'methods'
    if (config?.signInFlow === 'popup' && isAtMethods) revive()
  }
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    revive()
    store.run('comeBack')
  })
  window.addEventListener('focus', reviveFromPopup)
  whenOpenedWindowCloses(window, reviveFromPopup)
}

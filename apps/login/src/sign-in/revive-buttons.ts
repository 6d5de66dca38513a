import { whenOpenedWindowCloses } from '../browser/opened-windows.ts'
import { settle } from './store.ts'
import type { SignInStore } from './store.ts'

/**
 * A user who comes back to a page that had sent them on finds it as they left it: restored from the
 * browser's cache (ST-07), before a pop-up that is still open behind it, or after one that they closed,
 * which the SDK notices seconds later (RD-03). They may pick again at once.
 */
export function reviveButtons(store: SignInStore, window: Window): void {
  const revive = (): void => settle(store)
  const reviveFromPopup = (): void => {
    const { screen, config } = store.getState()
    // A text message or a code that is under way was sent by no pop-up.
    const isAtMethods = screen.name === 'signInButtons' && screen.step.name === 'methods'
    if (config?.signInFlow === 'popup' && isAtMethods) revive()
  }
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) revive()
  })
  window.addEventListener('focus', reviveFromPopup)
  whenOpenedWindowCloses(window, reviveFromPopup)
}

import type { SignInStore } from './store.ts'

/**
 * A visitor who comes back to a page that had sent them on finds it as they left it, restored from the
 * browser's cache (ST-07) or behind a pop-up that they closed (RD-03), and may pick again at once.
 */
export function reviveButtons(store: SignInStore, window: Window): void {
  const revive = (): void => store.setState({ loading: false })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) revive()
  })
  window.addEventListener('focus', () => {
    if (store.getState().config?.signInFlow === 'popup') revive()
  })
}

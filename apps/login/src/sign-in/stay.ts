import { notLeft } from '../browser/not-left.ts'
import type { SignInStore } from './store.ts'

/**
 * Call it when the page leaves. The result, called some time later, lets the user try again if the page still waits there
 * (the user has stopped it, or the answer was a download):
 * the other screens have a way on, and a wait that has begun since is another one.
 */
export function watchStay(
  store: SignInStore,
  offerRetry: (reason: typeof notLeft) => void,
): () => void {
  const { screen } = store.getState()
  return () => {
    const isWaiting = screen.name === 'loading' || screen.name === 'welcome'
    if (isWaiting && store.getState().screen === screen) offerRetry(notLeft)
  }
}

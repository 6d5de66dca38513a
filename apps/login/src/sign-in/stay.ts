import type { SignInStore } from './store.ts'

/**
 * Call it when the page leaves. The result, called some time later, lets the user try again if the page still waits there:
 * the other screens have a way on, and a wait that has begun since is another one.
 */
export function watchStay(store: SignInStore, offerRetry: () => void): () => void {
  const { screen } = store.getState()
  return () => {
    const isWaiting = screen.name === 'loading' || screen.name === 'welcome'
    if (isWaiting && store.getState().screen === screen) offerRetry()
  }
}

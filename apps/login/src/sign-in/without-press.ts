import { patienceMs } from '../browser/leaving.ts'
import type { LoopGuard } from '../browser/loop-guard.ts'
import { withoutPressKey } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import { watchStay } from './stay.ts'
import { show } from './store.ts'
import type { SignInStore } from './store.ts'

export interface WithoutPressDeps {
  store: SignInStore
  /** If it is blocked, the user presses the button. */
  tabStorage: SafeStorage
  guard: Pick<LoopGuard, 'take'>
  tenantId: string | null
  inApp: InAppBrowser | null
  /** Why the previous sign-in failed. */
  failure: RepeatableFailure | null
  showMethods: (failure: RepeatableFailure | null) => void
  /** Goes to the provider. */
  start: () => void
}

/**
 * Goes to the only provider without a press (K1), but only once until a sign-in succeeds. So Back from the provider leads
 * to the button, and Back from there to the page before.
 */
export async function leaveWithoutPress(deps: WithoutPressDeps): Promise<void> {
  const { store, failure, showMethods } = deps
  if (!mayLeave(deps)) return showMethods(failure)
  // Only a page that the browser has kept is still waiting when the user comes back to it.
  show(store, { name: 'loading' }, { comeBack: () => showMethods(null) })
  const offerButton = watchStay(store, () => showMethods(null))
  await whenLoaded(window)
  deps.start()
  // Otherwise a user whose browser was stopped on its way would wait for ever.
  setTimeout(offerButton, patienceMs)
}

function mayLeave({ store, tabStorage, guard, tenantId, inApp, failure }: WithoutPressDeps) {
  const { hasSignedOut, isRegistered } = store.getState()
  const note = `of ${tenantId}`
  const hasSomethingToSay = inApp !== null || failure !== null || hasSignedOut || isRegistered
  return (
    !hasSomethingToSay &&
    tabStorage.read(withoutPressKey) !== note &&
    tabStorage.write(withoutPressKey, note) &&
    // An application that asks for a new sign-in again and again would keep the user on the way.
    guard.take('provider', { limit: 2 }) === 'go'
  )
}

/**
 * A browser that leaves a page before it is loaded replaces the page's entry in the history, and Back would not lead to
 * it.
 */
function whenLoaded(window: Window): Promise<unknown> {
  return window.document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
}

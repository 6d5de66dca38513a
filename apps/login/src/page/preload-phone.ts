import type { i18n as I18n } from 'i18next'
import type { ReadableStore } from '../sign-in/store.ts'
import { phoneScreen } from './late-parts.tsx'

/** Later than what the screens do at their start. Safari has no `requestIdleCallback`. */
const afterScreensMs = 300

/**
 * Loads the phone steps before a press. A phone shows its keyboard only if the field gets the focus in the task of the
 * press. A failure means nothing here: the press loads them again.
 */
export function preloadPhone(store: ReadableStore, i18n: I18n): void {
  const { screen } = store.getState()
  if (screen.name !== 'signInButtons' || !screen.methods.includes('phone')) return
  setTimeout(() => {
    const parts = Promise.all([import('../phone/phone-part.ts'), phoneScreen.load()])
    parts.then(([{ addPhoneMessages }]) => addPhoneMessages(i18n)).catch(() => {})
  }, afterScreensMs)
}

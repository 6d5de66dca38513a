import type { i18n as I18n } from 'i18next'
import type { ReadableStore } from '../sign-in/store.ts'
import { passwordScreen, phoneScreen } from './late-parts.tsx'

/** Later than what the screens do at their start. Safari has no `requestIdleCallback`. */
const afterScreensMs = 300

/**
 * Loads the steps of the offered methods before a press. A phone shows its keyboard only if the field gets the focus in
 * the task of the press. A failure means nothing here: the press loads them again.
 */
export function preloadSteps(store: ReadableStore, i18n: I18n): void {
  const { screen } = store.getState()
  if (screen.name !== 'signInButtons') return
  const { methods } = screen
  setTimeout(() => {
    if (methods.includes('phone')) {
      const parts = Promise.all([import('../phone/phone-part.ts'), phoneScreen.load()])
      parts.then(([{ addPhoneMessages }]) => addPhoneMessages(i18n)).catch(() => {})
    }
    if (methods.includes('password')) {
      const parts = Promise.all([import('../password/password-part.ts'), passwordScreen.load()])
      parts.then(([{ addPasswordMessages }]) => addPasswordMessages(i18n)).catch(() => {})
    }
  }, afterScreensMs)
}

import type { PageData } from '@foyer/contract/page-data'
import { addLink } from '../inline/add-link.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { Screens } from './open-screens.tsx'

/** Fetches the scripts that a press needs while the user looks at the buttons. They run when they are needed. */
export function preloadScripts({ screens = '', sdk = '' }: PageData): void {
  for (const script of [screens, sdk]) if (script !== '') addLink('modulepreload', script)
}

/** Later than what the screens do at their start. Safari has no `requestIdleCallback`. */
const afterScreensMs = 300

/**
 * Loads the phone steps before a press. A phone shows its keyboard only if the field gets the focus in the task of the
 * press. A failure means nothing here: the press loads them again.
 */
export function preloadPhone(store: SignInStore, screens: Screens): void {
  const { screen } = store.getState()
  if (screen.name !== 'signInButtons' || !screen.methods.includes('phone')) return
  setTimeout(() => {
    const parts = Promise.all([import('../phone/phone-part.ts'), screens.loadPhoneScreen()])
    parts.then(([{ addPhoneMessages }]) => addPhoneMessages(screens.i18n)).catch(() => {})
  }, afterScreensMs)
}

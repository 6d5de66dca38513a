import { welcomePath } from '../browser/route.ts'
import type { SignInStore } from './store.ts'

/** The path says whether an account is being created (A2), and so what a reload shows from its first frame. */
export function keepWelcomePath(
  store: SignInStore,
  page: { path: () => string; moveTo: (path: string) => void },
): void {
  store.subscribe(({ screen }) => {
    const isWelcome = page.path() === welcomePath
    if (screen.name === 'welcome' && !isWelcome) page.moveTo(welcomePath)
    if (screen.name !== 'welcome' && isWelcome) page.moveTo('/')
  })
}

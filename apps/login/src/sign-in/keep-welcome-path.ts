import { welcomePath } from '../browser/route.ts'
import type { SignInStore } from './store.ts'

/** Changes the path with the welcome screen (A2), so that a reload shows the same screen from its first frame. */
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

import type { i18n } from 'i18next'
import { WordsProvider } from '../language/use-translation.tsx'
import { SignInPage } from '../sign-in-page.tsx'
import type { SignInFlow } from '../sign-in/sign-in-flow.ts'
import { complaintOf, screenOf } from '../sign-in/store.ts'
import type { SignInState, SignInStore } from '../sign-in/store.ts'
import { draw } from './jsx-runtime.ts'
import { takeEffects } from './react.ts'

export interface FirstDrawing {
  place: Element
  words: i18n
  store: SignInStore
  flow: SignInFlow
  year: number
}

/** The screen that most visitors see first: the sign-in buttons, with nothing to tell beside them. */
export function isDrawable(state: SignInState): boolean {
  const screen = screenOf(state)
  return (
    screen.name === 'signInButtons' &&
    screen.step.name === 'methods' &&
    screen.wayOut === null &&
    complaintOf(state) === null
  )
}

/**
 * Draws the page by its own components, once. The bundler gives the components imported here
 * `first-draw/react.ts` in place of React (`build/first-draw.ts`), so that the buttons wait for the
 * project lookup alone; React then draws the same over it.
 */
export function drawSignInPage({ place, words, store, flow, year }: FirstDrawing): void {
  const page = (
    <WordsProvider words={words}>
      <SignInPage store={store} flow={flow} year={year} onLanguage={() => {}} />
    </WordsProvider>
  )
  place.replaceChildren(...draw(page))
  for (const effect of takeEffects()) effect()
}

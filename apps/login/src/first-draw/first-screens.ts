import type { i18n } from 'i18next'
import type { PagePart } from '../page-part.ts'
import type { Screens } from '../screens/open-screens.tsx'
import type { SignInFlow } from '../sign-in/sign-in-flow.ts'
import { screenOf } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { drawSignInPage, isDrawable } from './draw-sign-in-page.tsx'
import { watchDrawing } from './hand-over.ts'

interface FirstScreensParts {
  place: Element
  store: SignInStore
  flow: SignInFlow
  /** Null where the visitor's language has not arrived. */
  loadWords: () => Promise<i18n | null>
  /** React with everything that can be shown. */
  loadScreens: (handOver: (draw: () => void) => Promise<void>, part: PagePart) => Promise<Screens>
  /** What a visitor before the buttons needs sooner than React. */
  whenIdle: () => Promise<unknown>
  onFailure: () => void
}

export interface FirstScreens {
  /** Shows a part of the page with React. */
  open: (part?: PagePart) => Promise<Screens>
  /** Shows what the store holds as soon as it is more than the loading view, which is in the HTML. */
  follow: () => void
}

export function createFirstScreens(parts: FirstScreensParts): FirstScreens {
  const { place, store, flow } = parts
  let screens: Promise<Screens> | null = null
  let handOver = async (draw: () => void): Promise<void> => draw()
  let isDrawn = false

  function open(part: PagePart = 'sign-in'): Promise<Screens> {
    screens ??= parts
      .loadScreens((draw) => handOver(draw), part)
      .catch((error: unknown) => {
        screens = null
        throw error
      })
    return screens
  }

  async function show(): Promise<void> {
    if (screens || (!isDrawn && screenOf(store.getState()).name === 'loading')) return
    const words = isDrawable(store.getState()) ? await parts.loadWords() : null
    // What was waited for may have taken a while.
    if (screens) return
    if (words === null || !isDrawable(store.getState())) return void (await open())
    if (!isDrawn) handOver = watchDrawing(place)
    isDrawn = true
    drawSignInPage({ place, words, store, flow, year: new Date().getFullYear() })
    await painted()
    await parts.whenIdle()
    // Who has picked a method is about to leave, and React would only be in the way.
    if (!store.getState().loading) await open()
  }

  return {
    open,
    follow() {
      store.subscribe(() => void show().catch(parts.onFailure))
    },
  }
}

/** After the frame that shows what was drawn. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

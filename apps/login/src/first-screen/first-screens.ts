import { painted } from '../browser/painted.ts'
import type { Language } from '../language/choose-language.ts'
import type { PagePart } from '../page-part.ts'
import type { Screens } from '../screens/open-screens.tsx'
import type { Screen, SignInButtons } from '../sign-in/screen.ts'
import { failureIn, isBusy, pickedIn } from '../sign-in/store.ts'
import type { SignInState, SignInStore } from '../sign-in/store.ts'
import { dressDrawing, findDrawing, focusHeading, methodsOf, showDrawing } from './drawing.ts'
import type { EarlyPress } from './early-press.ts'
import { watchDrawing } from './hand-over.ts'

interface FirstScreensParts {
  place: Element
  store: SignInStore
  language: Language
  /** Where the drawing was shown with the first byte already. */
  earlyPress: EarlyPress | null
  /** React with everything that can be shown. */
  loadScreens: (handOver: (draw: () => void) => Promise<void>, part: PagePart) => Promise<Screens>
  onFailure: () => void
}

export interface FirstScreens {
  /** Shows a part of the page with React. */
  open: (part?: PagePart) => Promise<Screens>
  /** Shows what the store holds as soon as it is more than the loading view, which is in the HTML. */
  follow: () => void
}

/**
 * The sign-in buttons are in the HTML: they are shown, or taken on where the first byte has shown them,
 * and answered without React, which draws the same over them when it is there. For every other screen
 * React is fetched at once.
 */
export function createFirstScreens(parts: FirstScreensParts): FirstScreens {
  const { place, store } = parts
  const drawing = findDrawing(parts.language)
  let screens: Promise<Screens> | null = null
  let handOver = async (draw: () => void): Promise<void> => draw()
  let isTakenOn = false
  /** React draws what the store holds. */
  let isHandedOver = false

  function open(part: PagePart = 'sign-in'): Promise<Screens> {
    screens ??= parts
      .loadScreens(
        (draw) =>
          handOver(() => {
            isHandedOver = true
            draw()
          }),
        part,
      )
      .catch((error: unknown) => {
        screens = null
        throw error
      })
    return screens
  }

  async function show(): Promise<void> {
    const state = store.getState()
    if (isHandedOver || (!isTakenOn && isWaitedFor(state.screen.name))) return
    const buttons = plainButtonsIn(state)
    if (!buttons || !drawing || !isDrawingOf(buttons, drawing.content)) {
      await open()
      // On a drawing that was not of these buttons, after all.
      return press(parts.earlyPress?.take() ?? null)
    }
    if (!isTakenOn) takeOn(drawing)
    dressDrawing(place, { lastUsed: buttons.lastUsed, picked: pickedIn(state) })
    await painted()
    // Who has picked a method is about to leave, and React would only be in the way.
    if (!isBusy(store.getState())) await open()
  }

  /**
   * Whether a user who waits has something to look at already: the loading view, the buttons that were shown
   * early, or the welcome view where the path asks for it (A2).
   */
  function isWaitedFor(name: Screen['name']): boolean {
    if (name === 'loading') return true
    return name === 'welcome' && place.querySelector('[data-screen="welcome"]') !== null
  }

  function takeOn(template: HTMLTemplateElement): void {
    isTakenOn = true
    if (!parts.earlyPress) {
      showDrawing(template, place)
      void painted().then(() => focusHeading(place))
    }
    const pressed = parts.earlyPress?.take() ?? null
    handOver = watchDrawing(place, pressed)
    place.addEventListener('click', ({ target }) => {
      if (!isHandedOver && target instanceof Element) press(target)
    })
    queueMicrotask(() => press(pressed))
  }

  function press(target: Element | null): void {
    const state = store.getState()
    const { screen } = state
    if (screen.name !== 'signInButtons' || screen.step.name !== 'methods' || isBusy(state)) return
    const name = target?.closest<HTMLElement>('[data-method]')?.dataset['method']
    const method = screen.methods.find((offered) => offered === name)
    if (method) store.run('continueWith', method)
  }

  return {
    open,
    follow() {
      store.subscribe(() => void show().catch(parts.onFailure))
    },
  }
}

/** The buttons with nothing beside them to tell, as they are drawn. */
function plainButtonsIn(state: SignInState): SignInButtons | null {
  const { screen } = state
  const isPlain =
    screen.name === 'signInButtons' &&
    screen.step.name === 'methods' &&
    screen.inApp === null &&
    screen.notice === null &&
    failureIn(state) === null
  return isPlain ? screen : null
}

/** A hint narrows the methods, and the config may have changed by a moment ago. */
function isDrawingOf({ methods }: SignInButtons, drawn: ParentNode): boolean {
  return methodsOf(drawn).join() === methods.join()
}

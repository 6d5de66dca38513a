import { painted } from '../browser/painted.ts'
import type { Language } from '../language/choose-language.ts'
import type { Route } from '../browser/route.ts'
import { answeredByReact, answeredLater } from '../prerendered/early-press.ts'
import type { EarlyPress } from '../prerendered/early-press.ts'
import {
  findPrerendered,
  focusHeading,
  markButtons,
  methodsIn,
  showPrerendered,
} from '../prerendered/prerendered.ts'
import { failureIn, isBusy, pickedIn } from '../sign-in/store.ts'
import type { Screen, SignInButtons } from '../sign-in/screen.ts'
import type { SignInState, SignInStore } from '../sign-in/store.ts'
import type { ScreensPart } from './screens-part.ts'

interface FirstScreensDeps {
  place: Element
  store: SignInStore
  language: Language
  /** Set if the inlined script has shown the prerendered buttons. */
  earlyPress: EarlyPress | null
  /** Fetches React and all screens. Hydrates the prerendered buttons if they are shown. */
  loadScreens: (isPrerendered: () => boolean, route: Route) => Promise<ScreensPart>
  onFailure: () => void
}

export interface FirstScreens {
  /** Shows a route of the page with React. */
  open: (route?: Route) => Promise<ScreensPart>
  /** Shows the store's screen as soon as it is not the loading view, which is in the HTML. */
  follow: () => void
}

/**
 * Shows the prerendered sign-in buttons, which work before React has hydrated them. For every other screen, React is
 * fetched at once.
 */
export function createFirstScreens(deps: FirstScreensDeps): FirstScreens {
  const { place, store, earlyPress } = deps
  const template = findPrerendered(deps.language)
  let screens: Promise<ScreensPart> | null = null
  /** Whether the prerendered buttons are shown. */
  let isShown = earlyPress !== null
  let isFollowed = false
  let isReactThere = false
  /** The element that was pressed before React was loaded. */
  let pressed: Element | null = null

  function open(route: Route = 'sign-in'): Promise<ScreensPart> {
    screens ??= load(route).catch((error: unknown) => {
      screens = null
      throw error
    })
    return screens
  }

  async function load(route: Route): Promise<ScreensPart> {
    const isPrerendered = () => isShown && areOffered(store.getState().screen, place)
    const opened = await deps.loadScreens(isPrerendered, route)
    isReactThere = true
    pressed ??= earlyPress?.take() ?? null
    press()
    pressed?.closest<HTMLElement>(answeredByReact)?.click()
    return opened
  }

  async function show(): Promise<void> {
    const state = store.getState()
    if (isReactThere || (!isFollowed && hasWaitingView(state.screen.name, place))) return
    const buttons = plainButtonsIn(state)
    const rendered = isShown ? place : template?.content
    if (!buttons || !rendered || !areOffered(buttons, rendered)) return void (await open())
    if (!isFollowed) follow()
    markButtons(place, { lastUsed: buttons.lastUsed, picked: pickedIn(state) })
    await painted()
    // If the user has chosen a method, they are about to leave, and loading React would slow that down.
    if (!isBusy(store.getState())) await open()
  }

  /** After this, a press on the prerendered buttons is carried out. */
  function follow(): void {
    isFollowed = true
    if (!isShown && template) {
      showPrerendered(template, place)
      isShown = true
      void painted().then(() => focusHeading(place))
    }
    pressed = earlyPress?.take() ?? null
    place.addEventListener('click', ({ target }) => {
      if (isReactThere || !(target instanceof Element)) return
      pressed = target.closest(answeredLater) ?? pressed
      press()
    })
    queueMicrotask(press)
  }

  /** Carries out a press on an offered sign-in method. A press that only React can handle is kept. */
  function press(): void {
    const state = store.getState()
    const { screen } = state
    if (screen.name !== 'signInButtons' || screen.step.name !== 'methods' || isBusy(state)) return
    const name = pressed?.getAttribute('data-method')
    const method = screen.methods.find((offered) => offered === name)
    if (!method) return
    pressed = null
    store.run('continueWith', method)
  }

  return {
    open,
    follow() {
      store.subscribe(() => void show().catch(deps.onFailure))
    },
  }
}

/**
 * Whether a waiting user already sees something: the loading view, the buttons that were shown early, or the welcome
 * view if the path asks for it (A2).
 */
function hasWaitingView(name: Screen['name'], place: Element): boolean {
  if (name === 'loading') return true
  return name === 'welcome' && place.querySelector('[data-screen="welcome"]') !== null
}

/** The buttons, if the screen has nothing that is not in the prerendered markup. */
function plainButtonsIn(state: SignInState): SignInButtons | null {
  const { screen } = state
  const isPlain =
    screen.name === 'signInButtons' &&
    screen.step.name === 'methods' &&
    screen.inApp === null &&
    screen.notice === null &&
    !screen.account &&
    screen.canChangeTenant !== true &&
    failureIn(state) === null
  return isPlain ? screen : null
}

/** Whether the markup has the offered methods. A hint restricts the methods, and the config may just have changed. */
function areOffered(screen: Screen, rendered: ParentNode): boolean {
  return 'methods' in screen && methodsIn(rendered).join() === screen.methods.join()
}

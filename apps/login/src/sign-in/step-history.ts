import type { CompanyStep } from './company-step.ts'
import type { SignInButtons } from './screen.ts'

/** The steps of a sign-in method, of a registration, and of the search for a company. */
type StepName = SignInButtons['step']['name'] | CompanyStep['name'] | 'form' | 'mailSent'

/** How many steps come before a step, if it is not one. */
const depths: Partial<Record<StepName, number>> = {
  methods: 0,
  verificationCode: 2,
  linkSent: 2,
  emailLinkSent: 2,
  form: 0,
  companyAddress: 0,
  reset: 2,
  resetSent: 3,
}

/** Keeps the browser's history in line with the steps of a method, so that Back goes one step back (K7). */
export interface StepHistory {
  /**
   * Call it when a step is shown. A step forward adds an entry with the same URL, and a step back removes entries.
   *
   * @param back called when the user goes back in the browser, to the step before or to the methods
   */
  show: (step: StepName, back: (to: 'step' | 'methods') => void) => void
  /** The user is signed in, and there is no step to go back to. */
  end: () => void
}

/** The depth of an entry is in its state, beside what the engine keeps there. A reload keeps it. */
const key = 'foyerStep'

export function createStepHistory(
  window: Pick<Window, 'history' | 'location' | 'addEventListener'>,
): StepHistory {
  const { history, location } = window
  let shown = 0
  let goBack: (to: 'step' | 'methods') => void = () => {}
  /** The next move in the history is our own, and has not happened yet. */
  let isMoving = false

  /** Adds entries up to the shown step, or moves back to the entry of the shown step. */
  function align(): void {
    const depth = depthIn(history.state)
    if (depth > shown) {
      isMoving = true
      history.go(shown - depth)
    }
    for (let added = depth + 1; added <= shown; added += 1) {
      history.pushState({ ...stateOf(history.state), [key]: added }, '', location.href)
    }
  }

  window.addEventListener('popstate', () => {
    const depth = depthIn(history.state)
    const isOwn = isMoving
    isMoving = false
    if (!isOwn && depth < shown) goBack(depth === 0 ? 'methods' : 'step')
    // After Forward, the user stays: the step that was left has no data any more.
    else align()
  })

  return {
    show(step, back) {
      shown = depths[step] ?? 1
      goBack = back
      if (!isMoving) align()
    },
    end() {
      // Every entry is before the end, so that Back moves nothing while the page is being left.
      shown = Infinity
      goBack = () => {}
    },
  }
}

function depthIn(state: unknown): number {
  const depth = stateOf(state)[key]
  return typeof depth === 'number' ? depth : 0
}

function stateOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

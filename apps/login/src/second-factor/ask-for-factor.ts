import type { AskForFactor, PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import { isBusy } from '../sign-in/store.ts'
import { askForAppCode } from './app-code.ts'
import { createFactorView } from './factor-view.ts'
import type { FactorView, FactorViewDeps } from './factor-view.ts'
import { askForMessageCode } from './message-code.ts'
import type { OpenMessages } from './message-code.ts'

export interface AskForFactorDeps extends FactorViewDeps {
  /** The language of the text messages. */
  languageCode: () => string
  /** Fetches the phone flow, which sends the text messages. */
  loadMessages: () => Promise<OpenMessages>
}

/** Asks for the second factor of an account, after any first factor (K3). */
export function createAskForFactor(deps: AskForFactorDeps): AskForFactor {
  return async (pending) => {
    const isPhone = ({ kind }: SecondFactor): boolean => kind === 'phone'
    const openMessages = pending.factors.some(isPhone) ? await deps.loadMessages() : null
    return new Promise((resolve, reject) => {
      const view = createFactorView(deps, pending.tenantId, { resolve, reject })
      ask({ ...deps, ...view, pending }, openMessages)
    })
  }
}

/** Shows the choice, or asks for the code at once if the only factor is an app. A text message is sent after a press. */
function ask(
  deps: AskForFactorDeps & FactorView & { pending: PendingSignIn },
  openMessages: OpenMessages | null,
): void {
  const { store, pending } = deps
  const { factors } = pending
  const [only] = factors
  let send: (factor: SecondFactor, place: HTMLElement) => void = () => {}
  let isAppChosen = false

  function showChoice(): void {
    isAppChosen = false
    deps.showStep({ name: 'factorChoice', factors }, { chooseFactor: choose })
  }

  function choose(uid: string, place: HTMLElement): void {
    const factor = factors.find((other) => other.uid === uid)
    if (!factor || isBusy(store.getState())) return
    if (factor.kind === 'phone') return send(factor, place)
    isAppChosen = true
    askForAppCode({ ...deps, backToFactors: showChoice }, factor)
  }

  if (openMessages) {
    const show = (sendTo: typeof send): void => {
      send = sendTo
      showChoice()
    }
    askForMessageCode({ ...deps, showChoice: show, isChosen: () => !isAppChosen }, openMessages)
  } else if (only && factors.length === 1) {
    askForAppCode({ ...deps, backToFactors: undefined }, only)
  } else showChoice()
}

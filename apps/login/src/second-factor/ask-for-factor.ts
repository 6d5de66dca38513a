import type { AskForFactor, PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import { isBusy } from '../sign-in/store.ts'
import { addFactor } from './add-factor.ts'
import { askForAppCode } from './app-code.ts'
import { createFactorView } from './factor-view.ts'
import type { FactorView, FactorViewDeps } from './factor-view.ts'
import { askForMessageCode } from './message-code.ts'
import type { OpenMessages } from './message-code.ts'
import type { NewAppDeps } from './new-app.ts'

export interface AskForFactorDeps extends FactorViewDeps, Pick<NewAppDeps, 'drawQrCode'> {
  /** The language of the text messages. */
  languageCode: () => string
  /** The name of a new app, unless the user gives it another. */
  defaultName: () => string
  /** Fetches the phone flow, which sends the text messages. */
  loadMessages: () => Promise<OpenMessages>
}

/** Asks for the second factor of an account, after any first factor, or for a new one (K3). */
export function createAskForFactor(deps: AskForFactorDeps): AskForFactor {
  const { config } = deps
  return async (request) => {
    const kinds =
      request.name === 'signIn' ? request.factors.map(({ kind }) => kind) : request.kinds
    const openMessages = kinds.includes('phone') ? await deps.loadMessages() : null
    return new Promise((resolve, reject) => {
      const view = createFactorView(deps, request.tenantId, { resolve, reject })
      const shared = { ...deps, ...view }
      if (request.name === 'signIn') return ask({ ...shared, pending: request }, openMessages)
      const issuer = config.branding?.productName ?? new URL(config.productURL).hostname
      const defaultName = deps.defaultName()
      addFactor({ ...shared, enrolment: request, issuer, defaultName }, openMessages)
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

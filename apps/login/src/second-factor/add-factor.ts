import type { SecondFactorKind } from '@foyer/contract/config'
import type { Enrolment } from '../identity/second-factor.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { FactorView } from './factor-view.ts'
import type { OpenMessages } from './message-code.ts'
import { createNewApp } from './new-app.ts'
import type { NewAppDeps } from './new-app.ts'

interface AddFactorDeps extends FactorView, Pick<NewAppDeps, 'issuer' | 'drawQrCode'> {
  store: SignInStore
  enrolment: Enrolment
  languageCode: () => string
  defaultName: string
}

/** Lets the user add a second factor of one of the kinds. */
export function addFactor(deps: AddFactorDeps, openMessages: OpenMessages | null): void {
  const { store, enrolment } = deps
  const { kinds } = enrolment
  const [only, second] = kinds
  const backToFactors = second === undefined ? undefined : showChoice
  let chosen: SecondFactorKind | null = null
  const app = createNewApp({ ...deps, backToFactors, isChosen: () => chosen === 'totp' })
  const phone = openMessages?.({
    languageCode: deps.languageCode,
    tell: deps.tell,
    accept: deps.finish,
    auth: {
      tenantId: enrolment.tenantId,
      sendCode: async (phoneNumber, proof) =>
        confirmationOf(await enrolment.sendCode(phoneNumber, proof)),
      confirmationOf,
    },
    showStep(step, handlers) {
      if (chosen !== 'phone') return
      const back = step.name === 'verificationCode' ? handlers.stepBack : backToFactors
      deps.showStep({ name: 'newPhone', phone: step }, { ...handlers, backToFactors: back })
    },
  })

  function confirmationOf(verificationId: string) {
    return {
      verificationId,
      confirm: (code: string) => enrolment.confirmMessage(verificationId, code),
    }
  }

  function showChoice(): void {
    chosen = null
    deps.showStep({ name: 'newFactor', kinds }, { addFactor: add })
  }

  function add(kind: SecondFactorKind): void {
    if (isBusy(store.getState())) return
    chosen = kind
    if (kind === 'phone') return phone?.start(null)
    begin(store)
    void app.start().catch((error: unknown) =>
      deps.tell(
        error,
        (failure) => showError(store, failure),
        () => add(kind),
      ),
    )
  }

  if (second === undefined && only !== undefined) add(only)
  else showChoice()
}

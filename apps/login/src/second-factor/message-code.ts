import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import type { MethodSteps, PhoneStepsDeps } from '../sign-in/method-steps.ts'
import type { FactorView } from './factor-view.ts'

/** Begins the phone flow. */
export type OpenMessages = (deps: PhoneStepsDeps) => MethodSteps

export interface MessageCodeDeps extends FactorView {
  pending: PendingSignIn
  languageCode: () => string
  /** Shows the factors. @param send sends a text message to one of them */
  showChoice: (send: (factor: SecondFactor, place: HTMLElement) => void) => void
  /** Whether the user has not chosen a factor of another kind meanwhile. */
  isChosen: () => boolean
}

/**
 * Asks for the code of a text message with the phone flow. For the flow, the uid of a factor is its phone number, which
 * the service keeps to itself.
 */
export function askForMessageCode(deps: MessageCodeDeps, openMessages: OpenMessages): void {
  const { pending, isChosen } = deps
  const factors = new Map(pending.factors.map((factor) => [factor.uid, factor]))

  openMessages({
    languageCode: deps.languageCode,
    tell: deps.tell,
    accept: deps.finish,
    auth: {
      tenantId: pending.tenantId,
      async sendCode(uid, proof) {
        const factor = factors.get(uid)
        if (!factor) throw new Error('No such factor.')
        return confirmationOf(await pending.sendCode(factor, proof).catch(withoutField))
      },
      confirmationOf,
    },
    showStep(step, handlers) {
      if (!isChosen()) return
      if (step.name === 'phoneNumber') {
        return deps.showChoice(({ uid }, place) => handlers.sendCodeTo?.(uid, place))
      }
      const factor = factors.get(step.phoneNumber)
      if (!factor) return
      deps.showStep(
        { name: 'messageCode', factor, message: step, canChoose: factors.size > 1 },
        { ...handlers, backToFactors: handlers.stepBack },
      )
    },
  }).start(null)

  function confirmationOf(verificationId: string) {
    return {
      verificationId,
      confirm: (code: string) => pending.confirmMessage(verificationId, code),
    }
  }
}

/** The user has not typed the number, so there is no field that could show that it is invalid. */
function withoutField(error: unknown): never {
  throw codeOf(error) === 'auth/invalid-phone-number'
    ? new CodedError('auth/operation-not-allowed', { cause: error })
    : error
}

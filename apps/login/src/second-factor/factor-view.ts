import type { Config } from '@foyer/contract/config'
import { CodedError } from '../errors/coded-error.ts'
import type { ErrorKey } from '../errors/error-table.ts'
import type { RepeatableFailure, TellFailure } from '../errors/failure.ts'
import type { SignedIn } from '../identity/identity.ts'
import type { CommandHandlers, ShowStep } from '../sign-in/commands.ts'
import { namedTenant } from '../sign-in/named-tenant.ts'
import type { FactorStep } from '../sign-in/screen.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { FactorNote } from './factor-note.ts'

export interface FactorViewDeps {
  store: SignInStore
  config: Config
  stepHistory: StepHistory
  note: FactorNote
  failureOf: (error: unknown) => RepeatableFailure
}

/** Shows the steps of one sign-in. Its end leaves them. */
export interface FactorView {
  /** Each step but the first has the command `backToFactors`. */
  showStep: ShowStep<FactorStep>
  tell: TellFailure
  /** The user has proven the factor. */
  finish: (credential: SignedIn) => Promise<void>
}

interface Outcome {
  resolve: (credential: SignedIn) => void
  reject: (error: unknown) => void
}

/** These end the sign-in: its first factor does not count any more, or the account cannot be used. */
const ends: ReadonlySet<ErrorKey> = new Set(['SIGN_IN_AGAIN', 'USER_DISABLED'])

/** The screen before the steps is shown again if the user goes back. */
export function createFactorView(
  { store, config, stepHistory, note, failureOf }: FactorViewDeps,
  tenantId: string | null,
  { resolve, reject }: Outcome,
): FactorView {
  const tenant = namedTenant(config, tenantId)
  const { screen: screenBefore } = store.getState()
  const handlersBefore = store.handlers
  /** A response that arrives after the end shows nothing. */
  let isOver = false
  note.keep()

  function leave(error: unknown): void {
    // After the proof, the page is being left, and a move in the history could stop that.
    if (isOver) return
    isOver = true
    note.forget()
    show(store, screenBefore, handlersBefore)
    stepHistory.show('methods', () => {})
    reject(error)
  }

  return {
    showStep(step, handlers: CommandHandlers) {
      if (isOver) return
      const backToMethods = (): void => leave(new CodedError('auth/redirect-cancelled-by-user'))
      show(store, { name: 'secondFactor', tenant, step }, { ...handlers, backToMethods })
      const { backToFactors } = handlers
      // The history has an entry for each step, as in the phone flow.
      stepHistory.show(backToFactors ? 'verificationCode' : 'phoneNumber', (to) =>
        to === 'step' && backToFactors ? backToFactors() : backToMethods(),
      )
    },

    tell(error, say, again) {
      if (isOver) return
      const failure = failureOf(error)
      // The service adds a factor only soon after the sign-in.
      if (failure.key === 'TOKEN_EXPIRED')
        return leave(new CodedError('auth/invalid-multi-factor-session'))
      if (ends.has(failure.key)) return leave(error)
      const { retry = again } = failure
      say(failure.action === 'retry' && retry ? { ...failure, retry } : failure)
    },

    finish(credential) {
      if (!isOver) {
        isOver = true
        note.forget()
        stepHistory.end()
        resolve(credential)
      }
      return Promise.resolve()
    },
  }
}

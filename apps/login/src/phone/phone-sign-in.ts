import { CodedError } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { PhoneConfirmation, TenantAuth } from '../identity/identity.ts'
import type { CommandHandlers } from '../sign-in/commands.ts'
import { emit, listen } from '../sign-in/custom-events.ts'
import type { MethodSteps, PhoneStepsDeps } from '../sign-in/method-steps.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { CountryCode } from './countries.ts'
import { nextPhoneState } from './next-phone-state.ts'
import type { PendingCodes } from './pending-code.ts'
import { initialPhoneState, shownStep } from './phone-state.ts'
import type { PhoneEffect, PhoneEvent, SendRequest } from './phone-state.ts'
import type { SentCodes } from './sent-codes.ts'

interface PhoneFlowDeps extends PhoneStepsDeps {
  store: SignInStore
  events: EventTarget
  sentCodes: SentCodes
  pendingCodes: PendingCodes
  failureOf: (error: unknown) => RepeatableFailure
  /** The countries whose numbers are accepted, and the function that selects one at the start. */
  offered: readonly CountryCode[]
  firstCountry: () => CountryCode
  /** Milliseconds since the epoch. */
  now: () => number
}

type Dispatch = (event: PhoneEvent) => void

/** The function that carries out each effect. */
type EffectRunners = {
  [Name in PhoneEffect['name']]: (effect: Extract<PhoneEffect, { name: Name }>) => void
}

/** Carries out the effects of the phone state, and passes their results to it. */
export function createPhoneSignIn(deps: PhoneFlowDeps): MethodSteps {
  const { auth, store, events, sentCodes, pendingCodes, accept, tell } = deps
  let state = initialPhoneState(deps.offered, deps.firstCountry())

  function dispatch(event: PhoneEvent): void {
    const pending = pendingCodes.recall(auth.tenantId)
    const after = nextPhoneState(state, event, {
      now: deps.now(),
      nextAt: sentCodes.nextAt,
      pending,
    })
    state = after.state
    for (const effect of after.effects) {
      const run = runners[effect.name] as (effect: PhoneEffect) => void
      run(effect)
    }
  }

  /** Ignores a press while another one is being carried out. */
  function dispatchUnlessBusy(event: PhoneEvent): void {
    if (!isBusy(store.getState())) dispatch(event)
  }

  function confirmWith(confirmation: PhoneConfirmation, verificationCode: string): void {
    begin(store)
    void confirm(confirmation, verificationCode, accept, dispatch)
  }

  const commands = commandsOf(dispatch, dispatchUnlessBusy)
  const runners: EffectRunners = {
    showStep: () => deps.showStep(shownStep(state, sentCodes.nextAt), commands[state.step.name]),
    showFailure: ({ failure }) => showError(store, failure),
    showWait: ({ retryAt }) =>
      showError(store, { ...deps.failureOf(new CodedError('code-sent-lately')), retryAt }),
    send({ request, isVisible }) {
      begin(store)
      void send(auth, request, { languageCode: deps.languageCode(), isVisible }, dispatch)
    },
    startWait: ({ phoneNumber }) => sentCodes.add(phoneNumber),
    keepPendingCode: ({ message }) => pendingCodes.keep({ ...message, tenantId: auth.tenantId }),
    forgetPendingCode: () => pendingCodes.forget(),
    // The page's custom event passes the code on (C11).
    confirm: ({ verificationId, verificationCode }) =>
      emit(events, 'foyer:confirm-phone', {
        confirmation: auth.confirmationOf(verificationId),
        verificationCode,
      }),
    explainSendFailure: ({ request, error }) =>
      tell(
        error,
        (failure) => dispatch({ name: 'sendFailureExplained', failure }),
        () => sendAgain(request, dispatchUnlessBusy),
      ),
    explainConfirmFailure: ({ message, verificationId, verificationCode, error }) =>
      tell(
        error,
        (failure) => dispatch({ name: 'confirmFailureExplained', message, failure }),
        () => confirmWith(auth.confirmationOf(verificationId), verificationCode),
      ),
  }

  let stopListening = (): void => {}
  return {
    start() {
      stopListening()
      stopListening = listen(events, 'foyer:confirm-phone', (entered) =>
        confirmWith(entered.confirmation, entered.verificationCode),
      )
      dispatch({ name: 'started' })
    },
    stop: () => stopListening(),
  }
}

/** The commands of each step. */
function commandsOf(
  dispatch: Dispatch,
  dispatchUnlessBusy: Dispatch,
): Record<PhoneStep['name'], CommandHandlers> {
  const backToMethods = (): void => dispatch({ name: 'left' })
  return {
    phoneNumber: {
      noteNumber: (text, chosen) => dispatch({ name: 'numberTyped', text, chosen }),
      sendCode: (text, chosen, place) =>
        dispatchUnlessBusy({ name: 'numberSubmitted', text, chosen, place }),
      sendCodeTo: (phoneNumber, place) =>
        dispatchUnlessBusy({ name: 'numberChosen', phoneNumber, place }),
      backToMethods,
    },
    verificationCode: {
      verifyCode: (verificationCode) =>
        dispatchUnlessBusy({ name: 'codeSubmitted', verificationCode }),
      resendCode: (place) => dispatchUnlessBusy({ name: 'messageAskedFor', place }),
      stepBack: () => dispatch({ name: 'editNumberChosen' }),
      backToMethods,
    },
  }
}

async function send(
  auth: Pick<TenantAuth, 'sendCode'>,
  request: SendRequest,
  verification: { languageCode: string; isVisible: boolean },
  dispatch: Dispatch,
): Promise<void> {
  const { phoneNumber, place } = request
  try {
    const { verificationId } = await auth.sendCode(phoneNumber, { ...verification, place })
    dispatch({ name: 'messageSent', request, verificationId })
  } catch (error) {
    dispatch({ name: 'sendFailed', request, error })
  }
}

function sendAgain({ from, phoneNumber, place }: SendRequest, dispatch: Dispatch): void {
  if (from.name === 'verificationCode') return dispatch({ name: 'messageAskedFor', place })
  const form = place.closest('form')
  // The number may have been edited meanwhile, so the retry submits the form with its current content.
  if (form) form.requestSubmit()
  // The user has chosen one that the page knows already.
  else dispatch({ name: 'numberChosen', phoneNumber, place })
}

async function confirm(
  confirmation: PhoneConfirmation,
  verificationCode: string,
  accept: PhoneStepsDeps['accept'],
  dispatch: Dispatch,
): Promise<void> {
  try {
    await accept(await confirmation.confirm(verificationCode))
    dispatch({ name: 'codeAccepted' })
  } catch (error) {
    const { verificationId } = confirmation
    dispatch({ name: 'confirmFailed', verificationId, verificationCode, error })
  }
}

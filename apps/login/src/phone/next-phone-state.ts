import { codeOf } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { CountryCode } from './countries.ts'
import { readPhoneNumber } from './phone-number.ts'
import type {
  CodeStep,
  Message,
  NumberStep,
  PhoneEffect,
  PhoneEvent,
  PhoneState,
  Remembered,
  SendRequest,
  Step,
} from './phone-state.ts'
import { codeLength } from '../code/verification-code.ts'

interface Next {
  state: PhoneState
  effects: PhoneEffect[]
}

/**
 * The phone flow from a number to an account (C11, D9): the next state after an event, and the effects to carry out.
 */
export function nextPhoneState(state: PhoneState, event: PhoneEvent, remembered: Remembered): Next {
  const next = nextOf(state, event, remembered)
  if (!next.state.isLeft) return next
  // A response that arrives now is kept, but shows nothing.
  return { ...next, effects: next.effects.filter(({ name }) => !visible.has(name)) }
}

const visible: ReadonlySet<PhoneEffect['name']> = new Set([
  'showStep',
  'showFailure',
  'showWait',
  'explainSendFailure',
  'explainConfirmFailure',
])

function nextOf(state: PhoneState, event: PhoneEvent, remembered: Remembered): Next {
  switch (event.name) {
    case 'started':
      return resume({ ...state, isLeft: false }, remembered.pending)
    case 'left':
      return unchanged({ ...state, isLeft: true })
    case 'numberTyped':
      return unchanged({ ...state, typed: event.text, country: event.chosen })
    case 'numberSubmitted':
      return submitNumber(state, event, remembered)
    case 'numberChosen':
      return send(state, event.phoneNumber, event.place, remembered)
    case 'messageAskedFor': {
      const { step } = state
      if (step.name !== 'verificationCode') return unchanged(state)
      return send(state, step.message.phoneNumber, event.place, remembered)
    }
    case 'editNumberChosen':
      return after([{ name: 'forgetPendingCode' }], showNumber(state))
    case 'codeSubmitted':
      return submitCode(state, event.verificationCode)
    case 'messageSent': {
      const { request, verificationId } = event
      if (request.id !== state.newest) return unchanged(state)
      const { phoneNumber } = request
      return after(
        [{ name: 'startWait', phoneNumber }],
        expectCode({ ...state, messages: state.messages + 1 }, { verificationId, phoneNumber }),
      )
    }
    case 'sendFailed':
      return failToSend(state, event)
    case 'sendFailureExplained':
      return event.failure.key === 'INVALID_PHONE_NUMBER_ERROR'
        ? showNumber(state, 'invalid')
        : { state, effects: [{ name: 'showFailure', failure: forPhone(event.failure) }] }
    case 'codeAccepted':
      return { state: { ...state, expected: null }, effects: [{ name: 'forgetPendingCode' }] }
    case 'confirmFailed': {
      const { expected } = state
      if (!expected) return unchanged(state)
      const effect = { ...event, name: 'explainConfirmFailure', message: expected } as const
      return { state, effects: [effect] }
    }
    case 'confirmFailureExplained':
    default:
      return refuseCode(state, event.message, event.failure)
  }
}

function unchanged(state: PhoneState): Next {
  return { state, effects: [] }
}

function after(effects: PhoneEffect[], { state, effects: later }: Next): Next {
  return { state, effects: [...effects, ...later] }
}

function showStep(state: PhoneState, step: Step): Next {
  const attempt = step.error === null ? state.attempt : state.attempt + 1
  return { state: { ...state, step, attempt }, effects: [{ name: 'showStep' }] }
}

function showNumber(state: PhoneState, error: NumberStep['error'] = null): Next {
  return showStep(state, { name: 'phoneNumber', error })
}

function showCode(state: PhoneState, message: Message, error: CodeStep['error'] = null): Next {
  return showStep(state, { name: 'verificationCode', message, error })
}

function resume(state: PhoneState, pending: Message | null): Next {
  if (!pending) return showNumber(state)
  const { phoneNumber, verificationId } = pending
  const read = readPhoneNumber(phoneNumber, state.country, state.offered)
  // Without the calling code, which is beside the field.
  const typed = read.ok ? read.national : phoneNumber
  return expectCode({ ...state, typed, country: read.country }, { verificationId, phoneNumber })
}

function expectCode(state: PhoneState, message: Message): Next {
  return after(
    [{ name: 'keepPendingCode', message }],
    showCode({ ...state, expected: message, tried: '' }, message),
  )
}

function submitNumber(
  state: PhoneState,
  { text, chosen, place }: Pick<SendRequest, 'place'> & { text: string; chosen: CountryCode },
  remembered: Remembered,
): Next {
  const read = readPhoneNumber(text, chosen, state.offered)
  const typed = { ...state, typed: text, country: read.country }
  return read.ok ? send(typed, read.e164, place, remembered) : showNumber(typed, read.error)
}

function send(
  state: PhoneState,
  phoneNumber: string,
  place: HTMLElement,
  { now, nextAt, pending }: Remembered,
): Next {
  const retryAt = nextAt(phoneNumber)
  if (retryAt > now) return returnToCode(state, phoneNumber, retryAt, pending)
  const id = state.newest + 1
  const request = { id, phoneNumber, from: { ...state.step, error: null }, place }
  const { isVerificationVisible: isVisible } = state
  return { state: { ...state, newest: id }, effects: [{ name: 'send', request, isVisible }] }
}

/** A text message to this number was already sent, so the user needs its code and not another message. */
function returnToCode(
  state: PhoneState,
  phoneNumber: string,
  retryAt: number,
  pending: Message | null,
): Next {
  const { expected } = state
  if (expected?.phoneNumber === phoneNumber) return showCode(state, expected)
  if (pending?.phoneNumber === phoneNumber) return resume(state, pending)
  return { state, effects: [{ name: 'showWait', retryAt }] }
}

function failToSend(
  state: PhoneState,
  { request, error }: { request: SendRequest; error: unknown },
): Next {
  if (request.id !== state.newest) return unchanged(state)
  const isVerificationVisible = state.isVerificationVisible || isVerificationFailure(error)
  const { state: shown, effects } = showStep({ ...state, isVerificationVisible }, request.from)
  return { state: shown, effects: [...effects, { name: 'explainSendFailure', request, error }] }
}

function submitCode(state: PhoneState, verificationCode: string): Next {
  const { expected, tried } = state
  if (!expected) return unchanged(state)
  if (verificationCode.length < codeLength) return showCode(state, expected, 'required')
  if (verificationCode === tried) return unchanged(state)
  const { verificationId } = expected
  return {
    state: { ...state, tried: verificationCode },
    effects: [{ name: 'confirm', verificationId, verificationCode }],
  }
}

function refuseCode(state: PhoneState, message: Message, failure: RepeatableFailure): Next {
  if (failure.key === 'INVALID_VERIFICATION_CODE') return showCode(state, message, 'wrong')
  if (failure.key === 'CODE_EXPIRED') return showCode(state, message, 'expired')
  // The code never reached the service, so it may be tried again.
  const { state: shown, effects } = showCode({ ...state, tried: '' }, message)
  return {
    state: shown,
    effects: [...effects, { name: 'showFailure', failure: forPhone(failure) }],
  }
}

/** G2: in the phone flow, this refusal means that no account has the number. */
function forPhone(failure: RepeatableFailure): RepeatableFailure {
  return failure.key === 'ADMIN_RESTRICTED_OPERATION'
    ? { ...failure, key: 'NO_ACCOUNT_WITH_NUMBER' }
    : failure
}

const verificationFailures = new Set([
  'auth/captcha-check-failed',
  'auth/invalid-app-credential',
  'auth/missing-app-credential',
  'auth/missing-recaptcha-token',
  'auth/invalid-recaptcha-token',
])

function isVerificationFailure(error: unknown): boolean {
  return verificationFailures.has(codeOf(error))
}

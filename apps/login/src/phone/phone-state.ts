import type { RepeatableFailure } from '../errors/failure.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import type { CountryCode } from './countries.ts'

export type NumberStep = Extract<PhoneStep, { name: 'phoneNumber' }>
export type CodeStep = Extract<PhoneStep, { name: 'verificationCode' }>

/** A text message that has been sent. */
export type Message = Pick<CodeStep, 'verificationId' | 'phoneNumber'>

/** The current step. */
export type Step =
  | Pick<NumberStep, 'name' | 'error'>
  | (Pick<CodeStep, 'name' | 'error'> & { message: Message })

/** A request for a text message. */
export interface SendRequest {
  id: number
  phoneNumber: string
  /** The step that sent the request. It is shown again if the request fails. */
  from: Step
  /** The element in which the app verification may show a challenge. */
  place: HTMLElement
}

export interface PhoneState {
  step: Step
  /** The number, as it was typed. */
  typed: string
  country: CountryCode
  offered: readonly CountryCode[]
  /** The number of rejected attempts. */
  attempt: number
  /** The number of messages that were sent. */
  messages: number
  /** Only the response to the newest request is used, whatever the order of the responses (SM-07). */
  newest: number
  /** Whether the invisible app verification has failed. */
  isVerificationVisible: boolean
  /** The text message whose code the user has not entered yet. */
  expected: Message | null
  /** The user is back at the methods, so no step is shown. */
  isLeft: boolean
  /** The last code that was tried. Each code is tried once for each message (SM-05). */
  tried: string
}

export type PhoneEvent =
  | { name: 'started' }
  /** The user is back at the methods. */
  | { name: 'left' }
  /** The number was edited. It stays in the field after a step back (K7). */
  | { name: 'numberTyped'; text: string; chosen: CountryCode }
  | { name: 'numberSubmitted'; text: string; chosen: CountryCode; place: HTMLElement }
  /** A number that the page knows already. */
  | { name: 'numberChosen'; phoneNumber: string; place: HTMLElement }
  | { name: 'messageAskedFor'; place: HTMLElement }
  | { name: 'editNumberChosen' }
  | { name: 'codeSubmitted'; verificationCode: string }
  | { name: 'messageSent'; request: SendRequest; verificationId: string }
  | { name: 'sendFailed'; request: SendRequest; error: unknown }
  | { name: 'sendFailureExplained'; failure: RepeatableFailure }
  | { name: 'codeAccepted' }
  | { name: 'confirmFailed'; verificationId: string; verificationCode: string; error: unknown }
  | { name: 'confirmFailureExplained'; message: Message; failure: RepeatableFailure }

export type PhoneEffect =
  /** Shows the current step. */
  | { name: 'showStep' }
  | { name: 'showFailure'; failure: RepeatableFailure }
  | { name: 'showWait'; retryAt: number }
  | { name: 'send'; request: SendRequest; isVisible: boolean }
  /** Starts the wait for the next message to the number. */
  | { name: 'startWait'; phoneNumber: string }
  | { name: 'keepPendingCode'; message: Message }
  | { name: 'forgetPendingCode' }
  | { name: 'confirm'; verificationId: string; verificationCode: string }
  | { name: 'explainSendFailure'; request: SendRequest; error: unknown }
  | {
      name: 'explainConfirmFailure'
      message: Message
      verificationId: string
      verificationCode: string
      error: unknown
    }

/** What the browser has stored at the time of an event. */
export interface Remembered {
  /** Milliseconds since the epoch. */
  now: number
  /** When the next message may be sent to the number. */
  nextAt: (phoneNumber: string) => number
  /** The text message whose code was not entered before a reload. */
  pending: Message | null
}

export function initialPhoneState(
  offered: readonly CountryCode[],
  country: CountryCode,
): PhoneState {
  return {
    step: { name: 'phoneNumber', error: null },
    typed: '',
    country,
    offered,
    attempt: 0,
    messages: 0,
    newest: 0,
    isVerificationVisible: false,
    expected: null,
    isLeft: false,
    tried: '',
  }
}

/** The step, in the form that the screen shows. */
export function shownStep(state: PhoneState, nextAt: Remembered['nextAt']): PhoneStep {
  const { step, offered, country, typed, attempt, messages } = state
  if (step.name === 'phoneNumber') return { ...step, offered, country, typed, attempt }
  const { name, error, message } = step
  return { name, error, ...message, resendAt: nextAt(message.phoneNumber), messages, attempt }
}

import { CodedError, codeOf } from '../errors/coded-error.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { PhoneConfirmation } from '../identity/identity.ts'
import { emit, listen } from '../sign-in/custom-events.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { begin, isBusy, showError } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import type { PendingCodes } from './pending-code.ts'
import { readPhoneNumber } from './phone-number.ts'
import type { CountryCode } from './countries.ts'
import type { PhoneSignIn, PhoneSignInNeeds } from '../sign-in/phone-port.ts'
import type { SentCodes } from './sent-codes.ts'
import { codeLength } from './verification-code.ts'

type NumberStep = Extract<PhoneStep, { name: 'phoneNumber' }>
type CodeStep = Extract<PhoneStep, { name: 'verificationCode' }>

/** A text message whose code is expected. */
type Message = Pick<CodeStep, 'verificationId' | 'phoneNumber'>

export interface PhoneSignInParts extends PhoneSignInNeeds {
  store: SignInStore
  events: EventTarget
  sentCodes: SentCodes
  pendingCodes: PendingCodes
  failureOf: (error: unknown) => RepeatableFailure
  /** The countries whose numbers are accepted, and the one of them that is chosen at the start. */
  offered: readonly CountryCode[]
  firstCountry: () => CountryCode
  /** Milliseconds since the epoch. */
  now: () => number
}

/** From a number to an account (C11, D9): send, confirm, and every way back. */
export function createPhoneSignIn(parts: PhoneSignInParts): PhoneSignIn {
  const { auth, store, events, sentCodes, pendingCodes, offered } = parts
  let typed = ''
  let country: CountryCode = parts.firstCountry()
  let attempt = 0
  let messages = 0
  /** Only the newest request's confirmation is ever used, whichever answer comes last (SM-07). */
  let newest = 0
  /** The unseen app verification has failed once. */
  let isProofVisible = false
  let expected: { confirmation: PhoneConfirmation; message: Message } | null = null
  /** A code is tried once for each message (SM-05). */
  let tried = ''

  function showNumber(error: NumberStep['error'] = null): void {
    if (error) attempt += 1
    parts.showStep(
      { name: 'phoneNumber', offered, country, typed, error, attempt },
      { sendCode: (text, chosen, place) => void submitNumber(text, chosen, place) },
    )
  }

  function showCode(message: Message, error: CodeStep['error'] = null): void {
    if (error) attempt += 1
    const resendAt = sentCodes.nextAt(message.phoneNumber)
    parts.showStep(
      { name: 'verificationCode', ...message, resendAt, messages, error, attempt },
      {
        verifyCode: verify,
        resendCode: resend,
        editNumber() {
          pendingCodes.forget()
          showNumber()
        },
      },
    )

    function resend(place: HTMLElement): void {
      void send(
        message.phoneNumber,
        place,
        () => showCode(message),
        () => resend(place),
      )
    }
  }

  async function submitNumber(
    text: string,
    chosen: CountryCode,
    place: HTMLElement,
  ): Promise<void> {
    if (isBusy(store.getState())) return
    const read = readPhoneNumber(text, chosen, offered)
    typed = text
    country = read.country
    if (!read.ok) return showNumber(read.error)
    // The number may have been edited since: what is repeated is the form, as it stands then.
    await send(read.e164, place, showNumber, () => place.closest('form')?.requestSubmit())
  }

  /**
   * @param stay shows the step again on which a failure is then told
   * @param again repeats it
   */
  async function send(
    phoneNumber: string,
    place: HTMLElement,
    stay: () => void,
    again: () => void,
  ): Promise<void> {
    if (isBusy(store.getState())) return
    const retryAt = sentCodes.nextAt(phoneNumber)
    if (retryAt > parts.now()) return returnToCode(phoneNumber, retryAt)
    newest += 1
    const request = newest
    begin(store)
    try {
      const confirmation = await auth.sendCode(phoneNumber, {
        languageCode: parts.languageCode(),
        place,
        isVisible: isProofVisible,
      })
      if (request !== newest) return
      sentCodes.add(phoneNumber)
      messages += 1
      showCode(expectCodeOf(confirmation, phoneNumber))
    } catch (error) {
      if (request !== newest) return
      if (isProofFailure(error)) isProofVisible = true
      stay()
      tellNumber(error, again)
    }
  }

  function expectCodeOf(confirmation: PhoneConfirmation, phoneNumber: string): Message {
    const { verificationId } = confirmation
    tried = ''
    pendingCodes.keep({ verificationId, phoneNumber, tenantId: auth.tenantId })
    expected = { confirmation, message: { verificationId, phoneNumber } }
    return expected.message
  }

  /** A message is under way to this very number: its code is what the user needs, not another. */
  function returnToCode(phoneNumber: string, retryAt: number): void {
    if (expected?.message.phoneNumber === phoneNumber) return showCode(expected.message)
    const pending = pendingCodes.recall(auth.tenantId)
    if (pending?.phoneNumber === phoneNumber) return resume()
    showError(store, { ...parts.failureOf(new CodedError('code-sent-lately')), retryAt })
  }

  function resume(): void {
    const pending = pendingCodes.recall(auth.tenantId)
    if (!pending) return showNumber()
    typed = pending.phoneNumber
    country = readPhoneNumber(pending.phoneNumber, country, offered).country
    showCode(expectCodeOf(auth.confirmationOf(pending.verificationId), pending.phoneNumber))
  }

  /** Hands the code over by the page's custom event (C11). */
  function verify(verificationCode: string): void {
    if (isBusy(store.getState()) || !expected) return
    if (verificationCode.length < codeLength) return showCode(expected.message, 'required')
    if (verificationCode === tried) return
    tried = verificationCode
    const { confirmation } = expected
    emit(events, 'foyer:confirm-phone', { confirmation, verificationCode })
  }

  async function confirm(confirmation: PhoneConfirmation, verificationCode: string): Promise<void> {
    begin(store)
    try {
      await parts.accept(await confirmation.confirm(verificationCode))
      pendingCodes.forget()
      expected = null
    } catch (error) {
      tellCode(error, () => void confirm(confirmation, verificationCode))
    }
  }

  function tellNumber(error: unknown, again: () => void): void {
    parts.tell(
      error,
      (failure) => {
        if (failure.key === 'INVALID_PHONE_NUMBER_ERROR') return showNumber('invalid')
        showError(store, forPhone(failure))
      },
      again,
    )
  }

  function tellCode(error: unknown, again: () => void): void {
    if (!expected) return
    const { message } = expected
    parts.tell(
      error,
      (failure) => {
        if (failure.key === 'INVALID_VERIFICATION_CODE') return showCode(message, 'wrong')
        if (failure.key === 'CODE_EXPIRED') return showCode(message, 'expired')
        // It never reached the service, or the service never judged it: it may be tried again.
        tried = ''
        showCode(message)
        showError(store, forPhone(failure))
      },
      again,
    )
  }

  let stopListening = (): void => {}
  return {
    start() {
      stopListening()
      stopListening = listen(
        events,
        'foyer:confirm-phone',
        ({ confirmation, verificationCode }) => void confirm(confirmation, verificationCode),
      )
      resume()
    },
    stop: () => stopListening(),
  }
}

/** G2: of the phone flow this refusal says that the number is nobody's. */
function forPhone(failure: RepeatableFailure): RepeatableFailure {
  return failure.key === 'ADMIN_RESTRICTED_OPERATION'
    ? { ...failure, key: 'NO_ACCOUNT_WITH_NUMBER' }
    : failure
}

const proofFailures = new Set([
  'auth/captcha-check-failed',
  'auth/invalid-app-credential',
  'auth/missing-app-credential',
  'auth/missing-recaptcha-token',
  'auth/invalid-recaptcha-token',
])

function isProofFailure(error: unknown): boolean {
  return proofFailures.has(codeOf(error))
}

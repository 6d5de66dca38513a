import { describe, expect, it } from 'vitest'
import { failureOf } from '../errors/failure.ts'
import { CodedError } from '../errors/coded-error.ts'
import { nextPhoneState } from './next-phone-state.ts'
import { initialPhoneState, shownStep } from './phone-state.ts'
import type { PhoneEvent, PhoneState, Remembered } from './phone-state.ts'

const number = '+905550000001'
const place = document.createElement('div')
const message = { verificationId: 'sent-1', phoneNumber: number }
const remembered: Remembered = { now: 1000, nextAt: () => 0, pending: null }
const initial = initialPhoneState(['DE', 'TR'], 'TR')

const submitNumber: PhoneEvent = {
  name: 'numberSubmitted',
  text: '0555 000 00 01',
  chosen: 'TR',
  place,
}
const request = { id: 1, phoneNumber: number, from: initial.step, place }
const messageSent: PhoneEvent = { name: 'messageSent', request, verificationId: 'sent-1' }

/** The state after these events. */
function stateAfter(...events: PhoneEvent[]): PhoneState {
  return events.reduce((state, event) => nextPhoneState(state, event, remembered).state, initial)
}

const failure = (code: string) => failureOf(new CodedError(code), new Date(0))

describe('the number', () => {
  it('a text message is sent to a valid number', () => {
    expect(nextPhoneState(initial, submitNumber, remembered)).toEqual({
      state: { ...initial, typed: '0555 000 00 01', newest: 1 },
      effects: [{ name: 'send', request, isVisible: false }],
    })
  })

  it('an invalid number is rejected, and the attempt is counted', () => {
    const { state, effects } = nextPhoneState(initial, { ...submitNumber, text: '12' }, remembered)
    expect(shownStep(state, remembered.nextAt)).toMatchObject({
      name: 'phoneNumber',
      typed: '12',
      error: 'invalid',
      attempt: 1,
    })
    expect(effects).toEqual([{ name: 'showStep' }])
  })

  it('for a number that must wait, and whose code is not expected in this tab, the wait is shown', () => {
    const waiting = { ...remembered, nextAt: () => 2000 }
    expect(nextPhoneState(initial, submitNumber, waiting).effects).toEqual([
      { name: 'showWait', retryAt: 2000 },
    ])
  })

  it.each([
    ['since the page was opened', stateAfter(submitNumber, messageSent), null],
    ['since before a reload', initial, message],
  ])('a number that must wait leads to the code that is expected %s', (_, state, pending) => {
    const waiting = { ...remembered, nextAt: () => 2000, pending }
    const after = nextPhoneState(
      nextPhoneState(state, { name: 'editNumberChosen' }, waiting).state,
      submitNumber,
      waiting,
    )
    expect(shownStep(after.state, waiting.nextAt)).toMatchObject({
      name: 'verificationCode',
      ...message,
      resendAt: 2000,
    })
  })
})

describe('back at the methods', () => {
  const away = stateAfter(submitNumber, { name: 'left' })

  it('the number that was typed, and its country, are still there when the step is opened again (K7b)', () => {
    const typed: PhoneEvent = { name: 'numberTyped', text: '1512 34', chosen: 'DE' }
    const state = stateAfter(typed, { name: 'left' }, { name: 'started' })
    expect(shownStep(state, remembered.nextAt)).toMatchObject({
      name: 'phoneNumber',
      typed: '1512 34',
      country: 'DE',
    })
  })

  it('a code that arrives meanwhile shows no step, and is expected when the step is opened again', () => {
    const sent = nextPhoneState(away, messageSent, remembered)
    expect(sent.effects).toEqual([
      { name: 'startWait', phoneNumber: number },
      { name: 'keepPendingCode', message },
    ])
    const again = nextPhoneState(
      sent.state,
      { name: 'started' },
      { ...remembered, pending: message },
    )
    expect(again.effects).toContainEqual({ name: 'showStep' })
    expect(again.state.step).toMatchObject({ name: 'verificationCode' })
  })

  it('a request that fails meanwhile shows nothing', () => {
    const failed = { name: 'sendFailed', request, error: new Error('offline') } as const
    expect(nextPhoneState(away, failed, remembered).effects).toEqual([])
  })
})

describe('the answer to a request', () => {
  it('a sent message starts the wait, is stored for a reload, and leads to the step of its code', () => {
    const { state, effects } = nextPhoneState(stateAfter(submitNumber), messageSent, remembered)
    expect(effects).toEqual([
      { name: 'startWait', phoneNumber: number },
      { name: 'keepPendingCode', message },
      { name: 'showStep' },
    ])
    expect(state).toMatchObject({ expected: message, messages: 1, tried: '' })
  })

  it.each<PhoneEvent>([
    messageSent,
    { name: 'sendFailed', request, error: new CodedError('auth/network-request-failed') },
  ])('the answer to an older request changes nothing: $name', (answer) => {
    const state = stateAfter(submitNumber, submitNumber)
    expect(nextPhoneState(state, answer, remembered)).toEqual({ state, effects: [] })
  })

  it('a failed request shows the step that sent it, and the failure', () => {
    const state = stateAfter(submitNumber)
    const error = new CodedError('auth/network-request-failed')
    const sendFailed: PhoneEvent = { name: 'sendFailed', request, error }
    expect(nextPhoneState(state, sendFailed, remembered)).toEqual({
      state,
      effects: [{ name: 'showStep' }, { name: 'explainSendFailure', request, error }],
    })
  })

  it('after a failed app verification, the next one is visible', () => {
    const error = new CodedError('auth/captcha-check-failed')
    const state = stateAfter(submitNumber, { name: 'sendFailed', request, error })
    expect(nextPhoneState(state, submitNumber, remembered).effects).toMatchObject([
      { name: 'send', isVisible: true },
    ])
  })
})

describe('the code', () => {
  const state = stateAfter(submitNumber, messageSent)
  const submitCode: PhoneEvent = { name: 'codeSubmitted', verificationCode: '123456' }
  const confirm = { name: 'confirm', verificationId: 'sent-1', verificationCode: '123456' }

  it('a code is confirmed once for each message', () => {
    const first = nextPhoneState(state, submitCode, remembered)
    expect(first.effects).toEqual([confirm])
    const second = nextPhoneState(first.state, submitCode, remembered)
    expect(second).toEqual({ state: first.state, effects: [] })
    const another = nextPhoneState(
      nextPhoneState(first.state, { name: 'messageAskedFor', place }, remembered).state,
      { name: 'messageSent', request: { ...request, id: 2 }, verificationId: 'sent-2' },
      remembered,
    )
    expect(nextPhoneState(another.state, submitCode, remembered).effects).toEqual([
      { ...confirm, verificationId: 'sent-2' },
    ])
  })

  it('a code that is too short is rejected', () => {
    const short: PhoneEvent = { name: 'codeSubmitted', verificationCode: '1234' }
    const after = nextPhoneState(state, short, remembered)
    expect(after.state.step).toEqual({ name: 'verificationCode', message, error: 'required' })
    expect(after.effects).toEqual([{ name: 'showStep' }])
  })

  it.each([
    ['auth/invalid-verification-code', 'wrong'],
    ['auth/code-expired', 'expired'],
  ])('a code that is refused as %s is reported as %s', (code, error) => {
    const event: PhoneEvent = {
      name: 'confirmFailureExplained',
      message,
      failure: failure(code),
    }
    const after = nextPhoneState(state, event, remembered)
    expect(after.state.step).toEqual({ name: 'verificationCode', message, error })
  })

  it('a code that never reached the service may be tried again', () => {
    const tried = nextPhoneState(state, submitCode, remembered).state
    const event: PhoneEvent = {
      name: 'confirmFailureExplained',
      message,
      failure: failure('auth/network-request-failed'),
    }
    const after = nextPhoneState(tried, event, remembered)
    expect(after.effects).toMatchObject([
      { name: 'showStep' },
      { name: 'showFailure', failure: { key: 'NETWORK' } },
    ])
    expect(nextPhoneState(after.state, submitCode, remembered).effects).toEqual([confirm])
  })

  it('an accepted code is removed, and no other code is confirmed', () => {
    const after = nextPhoneState(state, { name: 'codeAccepted' }, remembered)
    expect(after.effects).toEqual([{ name: 'forgetPendingCode' }])
    const other: PhoneEvent = { name: 'codeSubmitted', verificationCode: '654321' }
    expect(nextPhoneState(after.state, other, remembered).effects).toEqual([])
  })

  it('editing the number ends the wait for the code, and keeps the number as it was typed', () => {
    const after = nextPhoneState(state, { name: 'editNumberChosen' }, remembered)
    expect(after.effects).toEqual([{ name: 'forgetPendingCode' }, { name: 'showStep' }])
    expect(shownStep(after.state, remembered.nextAt)).toMatchObject({
      name: 'phoneNumber',
      typed: '0555 000 00 01',
    })
  })
})

it('a reload returns to the code, with the country of its number and the number without its calling code', () => {
  const german = { verificationId: 'sent-1', phoneNumber: '+4915123456789' }
  const after = nextPhoneState(initial, { name: 'started' }, { ...remembered, pending: german })
  expect(after.effects).toEqual([
    { name: 'keepPendingCode', message: german },
    { name: 'showStep' },
  ])
  expect(after.state).toMatchObject({ country: 'DE', typed: '15123456789', expected: german })
})

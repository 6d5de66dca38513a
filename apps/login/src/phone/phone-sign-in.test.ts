import type { UserCredential } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { PhoneConfirmation } from '../identity/identity.ts'
import { listen } from '../sign-in/custom-events.ts'
import { createSignInStore } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { offeredCountries } from './countries.ts'
import type { CountryCode } from './countries.ts'
import { createPendingCodes } from './pending-code.ts'
import { createPhoneSignIn } from './phone-sign-in.ts'
import type { PhoneStep } from './phone-step.ts'
import { createSentCodes } from './sent-codes.ts'

const number = '+905550000001'
const user = userOf(null)
const place = document.createElement('div')

let identity: InMemoryIdentity
let store: SignInStore
let events: EventTarget
let steps: PhoneStep[]
let accepted: UserCredential[]
let time: number
let local: ReturnType<typeof createMemoryStorage>
let session: ReturnType<typeof createMemoryStorage>
let offered: readonly CountryCode[]

beforeEach(() => {
  identity = createInMemoryIdentity('key')
  store = createSignInStore()
  steps = []
  accepted = []
  time = 1_800_000_000_000
  local = createMemoryStorage()
  session = createMemoryStorage()
  offered = offeredCountries()
})

function start(): void {
  events = new EventTarget()
  createPhoneSignIn({
    auth: identity.authOf(null),
    store,
    events,
    sentCodes: createSentCodes(local, () => time),
    pendingCodes: createPendingCodes(session, () => time),
    failureOf: (error) => failureOf(error, new Date(time)),
    tell: tellFailure,
    offered,
    firstCountry: () => 'TR',
    languageCode: () => 'tr',
    now: () => time,
    showStep(step) {
      steps.push(step)
      store.setState({ loading: false, error: '' })
    },
    async accept(credential) {
      accepted.push(credential)
    },
  }).start()
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function at<Name extends PhoneStep['name']>(name: Name): Extract<PhoneStep, { name: Name }> {
  const step = steps.at(-1)
  if (step?.name !== name) throw new Error(`The step is ${step?.name}.`)
  return step as Extract<PhoneStep, { name: Name }>
}

/** With the country that the step shows. */
async function send(text = '0555 000 00 01'): Promise<void> {
  at('phoneNumber').send(text, at('phoneNumber').country, place)
  await settled()
}

const rejected = (code: string) => () => Promise.reject(new CodedError(code))

describe('sending a code (C11)', () => {
  it('asks for the number as it is meant, and goes on to the code (PH-22, PH-23)', async () => {
    start()
    await send()
    expect(identity.sent).toEqual([number])
    expect(at('verificationCode').phoneNumber).toBe(number)
    expect(store.getState()).toMatchObject({ phoneNumber: number, loading: false })
    expect(store.getState().phoneConfirm?.verificationId).toBe('sent-1')
  })

  it.each([
    ['', 'required'],
    ['abc', 'invalid'],
    ['12', 'invalid'],
    ['55500000012', 'too-long'],
  ])('sends nothing for %j, and says why at the field (D9, PH-07, PH-24)', async (text, fault) => {
    start()
    await send(text)
    expect(identity.sent).toEqual([])
    expect(at('phoneNumber')).toMatchObject({ fault, typed: text, attempt: 1 })
  })

  it('is busy meanwhile, and takes no second press (A7)', async () => {
    identity.messages = [() => new Promise(() => {})]
    start()
    at('phoneNumber').send(number, 'TR', place)
    at('phoneNumber').send(number, 'TR', place)
    await settled()
    expect(store.getState().loading).toBe(true)
    expect(identity.sent).toEqual([number])
  })

  it.each([
    ['auth/admin-restricted-operation', 'NO_ACCOUNT_WITH_NUMBER'],
    ['auth/network-request-failed', 'NETWORK'],
    ['auth/too-many-requests', 'TOO_MANY_REQUESTS'],
    ['auth/quota-exceeded', 'TOO_MANY_REQUESTS'],
    ['sms-region-not-allowed', 'SMS_REGION'],
    ['auth/missing-client-identifier', 'MISSING_CLIENT_IDENTIFIER'],
  ])(
    'that fails with %s keeps what was typed and starts no wait (G1, G2, NW-03, SM-12, SM-13, SM-16)',
    async (code, key) => {
      identity.messages = [rejected(code)]
      start()
      await send()
      expect(at('phoneNumber').typed).toBe('0555 000 00 01')
      expect(store.getState()).toMatchObject({ error: key, loading: false })
      await send()
      expect(at('verificationCode').phoneNumber).toBe(number)
    },
  )

  it('that the service calls invalid says so at the field', async () => {
    identity.messages = [rejected('auth/invalid-phone-number')]
    start()
    await send()
    expect(at('phoneNumber').fault).toBe('invalid')
  })

  it('goes to no country that the deployment leaves out, says so, and keeps the chosen country for the next number (D9)', async () => {
    offered = ['DE', 'TR']
    start()
    await send('+5511961234567')
    expect(identity.sent).toEqual([])
    expect(at('phoneNumber')).toMatchObject({ fault: 'not-offered', country: 'TR', attempt: 1 })
    await send('5550000009')
    expect(identity.sent).toEqual(['+905550000009'])
  })

  it('to a number that names an offered country chooses that country (D9)', async () => {
    start()
    await send('+4915123456789')
    expect(identity.sent).toEqual(['+4915123456789'])
    at('verificationCode').editNumber()
    expect(at('phoneNumber')).toMatchObject({ country: 'DE', typed: '+4915123456789' })
  })

  it('asks its question visibly once the unseen way has failed (SM-15)', async () => {
    const proofs: boolean[] = []
    const auth = identity.authOf(null)
    const sendCode = auth.sendCode.bind(auth)
    auth.sendCode = (phoneNumber, proof) => {
      proofs.push(proof.isVisible)
      return sendCode(phoneNumber, proof)
    }
    identity.messages = [rejected('auth/captcha-check-failed')]
    start()
    await send()
    await send()
    expect(proofs).toEqual([false, true])
  })
})

describe('the code', () => {
  beforeEach(async () => {
    start()
    await send()
  })

  it('is handed over by a custom event and signs in (C11)', async () => {
    const heard: unknown[] = []
    listen(events, 'foyer:confirm-phone', ({ verificationCode }) => heard.push(verificationCode))
    identity.confirmations = [() => Promise.resolve({ user })]
    at('verificationCode').verify('123456')
    expect(store.getState().loading).toBe(true)
    await vi.waitFor(() => expect(accepted).toEqual([{ user }]))
    expect(heard).toEqual(['123456'])
    expect(identity.tried).toEqual([{ verificationId: 'sent-1', code: '123456' }])
    expect(session.entries.size).toBe(0)
  })

  it('is tried once, however often it is entered (SM-05)', async () => {
    identity.confirmations = [() => Promise.resolve({ user })]
    const { verify } = at('verificationCode')
    verify('123456')
    verify('123456')
    await settled()
    verify('123456')
    await settled()
    expect(identity.tried).toHaveLength(1)
  })

  it.each([
    ['auth/invalid-verification-code', 'wrong'],
    ['auth/code-expired', 'expired'],
    ['auth/session-expired', 'expired'],
    ['auth/invalid-verification-id', 'expired'],
  ])('refused as %s is told at the field, with the number kept (SM-09)', async (code, fault) => {
    identity.confirmations = [rejected(code)]
    at('verificationCode').verify('123456')
    await settled()
    expect(at('verificationCode')).toMatchObject({ fault, phoneNumber: number, attempt: 1 })
    expect(store.getState().loading).toBe(false)
  })

  it('that is too short is not sent', () => {
    at('verificationCode').verify('1234')
    expect(at('verificationCode').fault).toBe('required')
    expect(identity.tried).toEqual([])
  })

  it('that met no service may be tried again', async () => {
    identity.confirmations = [
      rejected('auth/network-request-failed'),
      () => Promise.resolve({ user }),
    ]
    at('verificationCode').verify('123456')
    await settled()
    expect(store.getState().error).toBe('NETWORK')
    at('verificationCode').verify('123456')
    await vi.waitFor(() => expect(accepted).toHaveLength(1))
  })

  it('of the newest message counts, whichever answer comes last (SM-07)', async () => {
    time += 61_000
    at('verificationCode').resend(place)
    await settled()
    at('verificationCode').verify('654321')
    expect(identity.tried).toEqual([{ verificationId: 'sent-2', code: '654321' }])
  })
})

describe('another code', () => {
  beforeEach(async () => {
    start()
    await send()
  })

  it('may be asked for after a minute, each time anew (SM-11, SM-12)', async () => {
    expect(at('verificationCode').resendAt).toBe(time + 60_000)
    time += 60_000
    at('verificationCode').resend(place)
    await settled()
    expect(identity.sent).toEqual([number, number])
    expect(at('verificationCode')).toMatchObject({ resendAt: time + 60_000, messages: 2 })
  })

  it('is not sent before (SM-13)', async () => {
    at('verificationCode').resend(place)
    await settled()
    expect(identity.sent).toEqual([number])
  })

  it('that could not be sent leaves the visitor at the code', async () => {
    time += 60_000
    identity.messages = [rejected('auth/too-many-requests')]
    at('verificationCode').resend(place)
    await settled()
    expect(at('verificationCode').messages).toBe(1)
    expect(store.getState().error).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the way back', () => {
  it('to the number keeps it, and the same number again leads to its code', async () => {
    start()
    await send()
    at('verificationCode').editNumber()
    expect(at('phoneNumber').typed).toBe('0555 000 00 01')
    await send()
    expect(identity.sent).toEqual([number])
    expect(at('verificationCode').phoneNumber).toBe(number)
  })

  it('to another number sends another code (SM-14)', async () => {
    start()
    await send()
    at('verificationCode').editNumber()
    await send('0555 000 00 02')
    expect(identity.sent).toEqual([number, '+905550000002'])
  })

  it('after a reload is to the code, with the wait as it was', async () => {
    start()
    await send()
    time += 20_000
    store = createSignInStore()
    steps = []
    start()
    expect(at('verificationCode')).toMatchObject({
      phoneNumber: number,
      resendAt: time + 40_000,
    })
    at('verificationCode').verify('123456')
    expect(identity.tried).toEqual([{ verificationId: 'sent-1', code: '123456' }])
  })

  it('after a reload, to the number of the code, is with the country of that number (D9)', async () => {
    start()
    await send('+4915123456789')
    store = createSignInStore()
    steps = []
    start()
    at('verificationCode').editNumber()
    expect(at('phoneNumber')).toMatchObject({ country: 'DE', typed: '+4915123456789' })
  })

  it('in another tab is told of the wait', async () => {
    start()
    await send()
    store = createSignInStore()
    session = createMemoryStorage()
    steps = []
    start()
    await send()
    expect(identity.sent).toEqual([number])
    expect(store.getState()).toMatchObject({
      error: 'CODE_SENT_LATELY',
      failure: { retryAt: time + 60_000 },
    })
  })
})

describe('what the network prevented (G5)', () => {
  const again = (): void => store.getState().failure?.retry?.()
  const offline = 'auth/network-request-failed'

  it('sending a code is repeated by the form, as it stands by then', async () => {
    start()
    const form = document.createElement('form')
    const inForm = form.appendChild(document.createElement('div'))
    document.body.append(form)
    let submits = 0
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submits += 1
    })
    identity.messages = [rejected(offline)]
    at('phoneNumber').send('0555 000 00 01', 'TR', inForm)
    await settled()
    again()
    expect(submits).toBe(1)
    expect(identity.sent).toEqual([number])
  })

  it('sending another code is repeated for the same number', async () => {
    start()
    await send()
    time += 60_000
    identity.messages = [rejected(offline)]
    at('verificationCode').resend(place)
    await settled()
    again()
    await settled()
    expect(identity.sent).toEqual([number, number, number])
    expect(store.getState().error).toBe('')
  })

  it('checking a code is repeated with the same code', async () => {
    start()
    await send()
    identity.confirmations = [rejected(offline), () => Promise.resolve({ user })]
    at('verificationCode').verify('123456')
    await settled()
    expect(store.getState().error).toBe('NETWORK')
    again()
    await settled()
    expect(identity.tried.map(({ code }) => code)).toEqual(['123456', '123456'])
    expect(accepted).toEqual([{ user }])
  })
})

it('a late answer to an older request changes nothing (SM-07)', async () => {
  let answerFirst: (confirmation: PhoneConfirmation) => void = () => {}
  identity.messages = [
    () =>
      new Promise((resolve) => {
        answerFirst = resolve
      }),
  ]
  start()
  at('phoneNumber').send('0555 000 00 02', 'TR', place)
  await settled()
  store.setState({ loading: false })
  at('phoneNumber').send(number, 'TR', place)
  await settled()
  answerFirst({ verificationId: 'first', confirm: () => new Promise(() => {}) })
  await settled()
  expect(store.getState().phoneConfirm?.verificationId).toBe('sent-2')
  expect(at('verificationCode').phoneNumber).toBe(number)
})

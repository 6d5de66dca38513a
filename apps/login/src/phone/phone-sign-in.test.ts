import type { UserCredential } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import turkish from '@foyer/messages/tr/errors.json'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { PhoneConfirmation } from '../identity/identity.ts'
import { refusalCodeOf } from '../identity/service-refusal.ts'
import { listen } from '../sign-in/custom-events.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import type { Commands } from '../sign-in/commands.ts'
import type { PhoneStep, SignInButtons } from '../sign-in/screen.ts'
import { createSignInStore, failureIn, settle, show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { offeredCountries } from './countries.ts'
import type { CountryCode } from './countries.ts'
import { createPendingCodes } from './pending-code.ts'
import { createPhoneSignIn } from './phone-sign-in.ts'
import { createSentCodes } from './sent-codes.ts'

const number = '+905550000001'
const user = userOf(null)
const place = document.createElement('div')
const buttons: SignInButtons = {
  name: 'signInButtons',
  methods: ['phone'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
}

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
    showStep(step, handlers) {
      steps.push(step)
      show(store, { ...buttons, step }, handlers)
    },
    async accept(credential) {
      accepted.push(credential)
    },
  }).start(null)
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function at<Name extends PhoneStep['name']>(name: Name): Extract<PhoneStep, { name: Name }> {
  const step = steps.at(-1)
  if (step?.name !== name) throw new Error(`The step is ${step?.name}.`)
  return step as Extract<PhoneStep, { name: Name }>
}

/** Runs a command of the current step. */
function run<Name extends keyof Commands>(
  step: PhoneStep['name'],
  name: Name,
  ...input: Parameters<Commands[Name]>
): void {
  at(step)
  store.run(name, ...input)
}

/** Sends the number with the country of the current step. */
async function send(text = '0555 000 00 01'): Promise<void> {
  run('phoneNumber', 'sendCode', text, at('phoneNumber').country, place)
  await settled()
}

const rejected = (code: string) => () => Promise.reject(new CodedError(code))

describe('sending a code', () => {
  it('a code is requested for the number in E.164, and the code step is shown', async () => {
    start()
    await send()
    expect(identity.sent).toEqual([number])
    expect(at('verificationCode').phoneNumber).toBe(number)
    expect(clientStateOf(store.getState())).toMatchObject({ phoneNumber: number, loading: false })
    expect(clientStateOf(store.getState()).phoneConfirm?.verificationId).toBe('sent-1')
  })

  it.each([
    ['', 'required', 'D9a'],
    ['abc', 'invalid', 'D9b'],
    ['12', 'invalid', 'D9b'],
    ['55500000012', 'too-long', 'D9c'],
    ['+0905550000001', 'invalid', 'PH-07a, PH-07b'],
    ['000000000000', 'invalid', 'PH-24a'],
    ['380000000000000000', 'too-long', 'PH-24b'],
  ])('no code is requested for %j, and the field’s error is %s (%s)', async (text, error) => {
    start()
    await send(text)
    expect(identity.sent).toEqual([])
    expect(at('phoneNumber')).toMatchObject({ error, typed: text, attempt: 1 })
  })

  it('while a code is requested, the screen is busy and ignores a second press', async () => {
    identity.messages = [() => new Promise(() => {})]
    start()
    run('phoneNumber', 'sendCode', number, 'TR', place)
    run('phoneNumber', 'sendCode', number, 'TR', place)
    await settled()
    expect(clientStateOf(store.getState()).loading).toBe(true)
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
    'a request that fails with %s is shown as %s, keeps the typed number, and starts no wait (SM-12a)',
    async (code, key) => {
      identity.messages = [rejected(code)]
      start()
      await send()
      expect(at('phoneNumber').typed).toBe('0555 000 00 01')
      expect(clientStateOf(store.getState())).toMatchObject({ error: key, loading: false })
      await send()
      expect(at('verificationCode').phoneNumber).toBe(number)
    },
  )

  it('a request without a network is reported in English and Turkish, and keeps the typed number (NW-03a)', async () => {
    identity.messages = [rejected('auth/network-request-failed')]
    start()
    await send('0555 000 00 09')
    expect(at('phoneNumber').typed).toBe('0555 000 00 09')
    const { error } = clientStateOf(store.getState())
    expect((english as Record<string, unknown>)[error]).toBe(
      'The sign-in service could not be reached. Check your internet connection and try again.',
    )
    expect((turkish as Record<string, unknown>)[error]).toBe(
      'Giriş hizmetine ulaşılamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.',
    )
  })

  it('the wait for another code starts when the first one was sent (SM-12b)', async () => {
    identity.messages = [rejected('auth/network-request-failed')]
    start()
    await send()
    time += 30_000
    await send()
    expect(identity.sent).toEqual([number, number])
    expect(at('verificationCode').resendAt).toBe(time + 60_000)
  })

  it('a German number of eleven digits is sent completely (PH-22b)', async () => {
    start()
    run('phoneNumber', 'sendCode', '1512 3456789', 'DE', place)
    await settled()
    expect(identity.sent).toEqual(['+4915123456789'])
    expect(at('verificationCode').phoneNumber).toBe('+4915123456789')
  })

  it('a region that is not enabled is reported in English and Turkish (SM-16a)', async () => {
    identity.messages = [rejected('sms-region-not-allowed')]
    start()
    await send()
    const { error } = clientStateOf(store.getState())
    expect((english as Record<string, unknown>)[error]).toBe(
      'Text messages cannot be sent to numbers in this country. Please choose another way to sign in.',
    )
    expect((turkish as Record<string, unknown>)[error]).toBe(
      'Bu ülkenin numaralarına kısa mesaj gönderilemiyor. Lütfen başka bir giriş yöntemi seçin.',
    )
  })

  it('a page that the project does not list gets an error with its host (UR-22c)', async () => {
    const message = 'CAPTCHA_CHECK_FAILED : Hostname match not found'
    identity.messages = [rejected(refusalCodeOf(400, { error: { message } }) ?? '')]
    start()
    await send()
    expect(failureIn(store.getState())).toMatchObject({
      key: 'ADDRESS_NOT_ALLOWED',
      refusal: { message: 'Unauthorized domain: ', namesHost: true },
    })
  })

  it('a number with an unknown prefix that the identity service refuses has its error at the field (PH-21b)', async () => {
    identity.messages = [rejected('auth/invalid-phone-number')]
    start()
    await send('0560 000 00 01')
    expect(identity.sent).toEqual(['+905600000001'])
    expect(at('phoneNumber').error).toBe('invalid')
  })

  it('a number of a country that is not offered is rejected, and the chosen country stays for the next number (D9h, D9j)', async () => {
    offered = ['DE', 'TR']
    start()
    await send('+5511961234567')
    expect(identity.sent).toEqual([])
    expect(at('phoneNumber')).toMatchObject({ error: 'not-offered', country: 'TR', attempt: 1 })
    await send('5550000009')
    expect(identity.sent).toEqual(['+905550000009'])
  })

  it('a number with the code of an offered country chooses that country (D9j)', async () => {
    start()
    await send('+4915123456789')
    expect(identity.sent).toEqual(['+4915123456789'])
    run('verificationCode', 'stepBack')
    expect(at('phoneNumber')).toMatchObject({ country: 'DE', typed: '+4915123456789' })
  })

  it.each([
    'auth/captcha-check-failed',
    'auth/invalid-app-credential',
    'auth/invalid-recaptcha-token',
  ])('after %s, the next press uses a visible verification and succeeds (SM-15b)', async (code) => {
    const proofs: boolean[] = []
    const auth = identity.authOf(null)
    const sendCode = auth.sendCode.bind(auth)
    auth.sendCode = (phoneNumber, proof) => {
      proofs.push(proof.isVisible)
      return sendCode(phoneNumber, proof)
    }
    identity.messages = [rejected(code)]
    start()
    await send()
    await send()
    expect(proofs).toEqual([false, true])
    expect(at('verificationCode').phoneNumber).toBe(number)
  })
})

describe('the code', () => {
  beforeEach(async () => {
    start()
    await send()
  })

  it('the code and the confirmation result are passed by a custom event, while the page is busy, and sign in (C11a, C11b)', async () => {
    const heard: unknown[] = []
    listen(events, 'foyer:confirm-phone', (detail) => heard.push(detail))
    identity.confirmations = [() => Promise.resolve({ user })]
    run('verificationCode', 'verifyCode', '123456')
    expect(clientStateOf(store.getState()).loading).toBe(true)
    await vi.waitFor(() => expect(accepted).toEqual([{ user }]))
    expect(heard).toEqual([
      {
        confirmation: expect.objectContaining({ verificationId: 'sent-1' }),
        verificationCode: '123456',
      },
    ])
    expect(identity.tried).toEqual([{ verificationId: 'sent-1', code: '123456' }])
    expect(session.entries.size).toBe(0)
  })

  it('a code is sent once, even if it is entered several times (SM-05a, SM-05b)', async () => {
    identity.confirmations = [() => Promise.resolve({ user })]
    const verify = () => store.run('verifyCode', '123456')
    verify()
    verify()
    await settled()
    verify()
    await settled()
    expect(identity.tried).toHaveLength(1)
    expect(clientStateOf(store.getState()).error).toBe('')
  })

  it.each([
    ['auth/invalid-verification-code', 'wrong'],
    ['auth/code-expired', 'expired'],
    ['auth/session-expired', 'expired'],
    ['auth/invalid-verification-id', 'expired'],
  ])(
    'a code that is refused as %s is shown at the field as %s, and the number stays (SM-09b)',
    async (code, error) => {
      identity.confirmations = [rejected(code)]
      run('verificationCode', 'verifyCode', '123456')
      await settled()
      expect(at('verificationCode')).toMatchObject({ error, phoneNumber: number, attempt: 1 })
      expect(clientStateOf(store.getState()).loading).toBe(false)
    },
  )

  it('a code that is too short is not sent', () => {
    run('verificationCode', 'verifyCode', '1234')
    expect(at('verificationCode').error).toBe('required')
    expect(identity.tried).toEqual([])
  })

  it('a code that never reached the service may be sent again', async () => {
    identity.confirmations = [
      rejected('auth/network-request-failed'),
      () => Promise.resolve({ user }),
    ]
    run('verificationCode', 'verifyCode', '123456')
    await settled()
    expect(clientStateOf(store.getState()).error).toBe('NETWORK')
    run('verificationCode', 'verifyCode', '123456')
    await vi.waitFor(() => expect(accepted).toHaveLength(1))
  })

  it('a code after a resend is confirmed with the newest request (SM-07a)', async () => {
    time += 61_000
    run('verificationCode', 'resendCode', place)
    await settled()
    run('verificationCode', 'verifyCode', '654321')
    expect(identity.tried).toEqual([{ verificationId: 'sent-2', code: '654321' }])
  })

  it('a code after a failed resend is confirmed with the request that succeeded (SM-07c)', async () => {
    let fail: (error: Error) => void = () => {}
    identity.messages = [
      () =>
        new Promise((_resolve, reject) => {
          fail = reject
        }),
    ]
    time += 61_000
    run('verificationCode', 'resendCode', place)
    await settled()
    run('verificationCode', 'verifyCode', '111111')
    expect(identity.tried).toEqual([])
    fail(new CodedError('auth/network-request-failed'))
    await settled()
    run('verificationCode', 'verifyCode', '111111')
    expect(identity.tried).toEqual([{ verificationId: 'sent-1', code: '111111' }])
  })

  it('after five wrong codes, a sixth one signs in (IAP-07d)', async () => {
    const wrong = ['000001', '000002', '000003', '000004', '000005']
    identity.confirmations = [
      ...wrong.map(() => rejected('auth/invalid-verification-code')),
      () => Promise.resolve({ user }),
    ]
    for (const code of wrong) {
      run('verificationCode', 'verifyCode', code)
      await settled()
      expect(at('verificationCode').error).toBe('wrong')
    }
    run('verificationCode', 'verifyCode', '123456')
    await vi.waitFor(() => expect(accepted).toEqual([{ user }]))
  })
})

describe('another code', () => {
  beforeEach(async () => {
    start()
    await send()
  })

  it('another code may be requested a minute after each one (SM-11a, SM-11b)', async () => {
    expect(at('verificationCode').resendAt).toBe(time + 60_000)
    time += 60_000
    run('verificationCode', 'resendCode', place)
    await settled()
    expect(identity.sent).toEqual([number, number])
    expect(at('verificationCode')).toMatchObject({ resendAt: time + 60_000, messages: 2 })
    for (const messages of [3, 4]) {
      time += 60_000
      run('verificationCode', 'resendCode', place)
      await settled()
      expect(at('verificationCode')).toMatchObject({ resendAt: time + 60_000, messages })
    }
    expect(identity.sent).toHaveLength(4)
  })

  it('another code is not sent before the wait is over', async () => {
    run('verificationCode', 'resendCode', place)
    await settled()
    expect(identity.sent).toEqual([number])
  })

  it('if another code cannot be sent, the code step stays', async () => {
    time += 60_000
    identity.messages = [rejected('auth/too-many-requests')]
    run('verificationCode', 'resendCode', place)
    await settled()
    expect(at('verificationCode').messages).toBe(1)
    expect(clientStateOf(store.getState()).error).toBe('TOO_MANY_REQUESTS')
  })

  it('another code that is refused as too many is reported in English and Turkish (SM-13c)', async () => {
    time += 60_000
    identity.messages = [rejected('auth/too-many-requests')]
    run('verificationCode', 'resendCode', place)
    await settled()
    const { error } = clientStateOf(store.getState())
    expect((english as Record<string, unknown>)[error]).toBe(
      'Your access was temporarily blocked due to too many login attempts.',
    )
    expect((turkish as Record<string, unknown>)[error]).toBe(
      'Çok fazla giriş denemesi nedeniyle erişiminiz geçici olarak engellendi.',
    )
  })
})

describe('going back', () => {
  it('going back keeps the number, and the same number leads to its code again', async () => {
    start()
    await send()
    run('verificationCode', 'stepBack')
    expect(at('phoneNumber').typed).toBe('0555 000 00 01')
    await send()
    expect(identity.sent).toEqual([number])
    expect(at('verificationCode').phoneNumber).toBe(number)
  })

  it('after going back, another number gets another code', async () => {
    start()
    await send()
    run('verificationCode', 'stepBack')
    await send('0555 000 00 02')
    expect(identity.sent).toEqual([number, '+905550000002'])
  })

  it('a reload returns to the code, with the same wait', async () => {
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
    run('verificationCode', 'verifyCode', '123456')
    expect(identity.tried).toEqual([{ verificationId: 'sent-1', code: '123456' }])
  })

  it('going back after a reload shows the country of the number (D9j)', async () => {
    start()
    await send('+4915123456789')
    store = createSignInStore()
    steps = []
    start()
    run('verificationCode', 'stepBack')
    expect(at('phoneNumber')).toMatchObject({ country: 'DE', typed: '15123456789' })
  })

  it('another tab shows the wait', async () => {
    start()
    await send()
    store = createSignInStore()
    session = createMemoryStorage()
    steps = []
    start()
    await send()
    expect(identity.sent).toEqual([number])
    expect(failureIn(store.getState())).toMatchObject({
      key: 'CODE_SENT_LATELY',
      retryAt: time + 60_000,
    })
  })
})

describe('a retry after a network error', () => {
  const again = (): void => store.run('retry')
  const offline = 'auth/network-request-failed'

  it('a retry of the first code sends the current content of the form (G5b)', async () => {
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
    run('phoneNumber', 'sendCode', '0555 000 00 01', 'TR', inForm)
    await settled()
    again()
    expect(submits).toBe(1)
    expect(identity.sent).toEqual([number])
  })

  it('a retry of another code has the same number (G5b)', async () => {
    start()
    await send()
    time += 60_000
    identity.messages = [rejected(offline)]
    run('verificationCode', 'resendCode', place)
    await settled()
    again()
    await settled()
    expect(identity.sent).toEqual([number, number, number])
    expect(clientStateOf(store.getState()).error).toBe('')
  })

  it('a retry of checking a code has the same code (G5b)', async () => {
    start()
    await send()
    identity.confirmations = [rejected(offline), () => Promise.resolve({ user })]
    run('verificationCode', 'verifyCode', '123456')
    await settled()
    expect(clientStateOf(store.getState()).error).toBe('NETWORK')
    again()
    await settled()
    expect(identity.tried.map(({ code }) => code)).toEqual(['123456', '123456'])
    expect(accepted).toEqual([{ user }])
  })
})

it('the answer to an older request that comes after the answer to the newest changes nothing (SM-07b)', async () => {
  let answerFirst: (confirmation: PhoneConfirmation) => void = () => {}
  identity.messages = [
    () =>
      new Promise((resolve) => {
        answerFirst = resolve
      }),
  ]
  start()
  run('phoneNumber', 'sendCode', '0555 000 00 02', 'TR', place)
  await settled()
  settle(store)
  run('phoneNumber', 'sendCode', number, 'TR', place)
  await settled()
  answerFirst({ verificationId: 'first', confirm: () => new Promise(() => {}) })
  await settled()
  expect(clientStateOf(store.getState()).phoneConfirm?.verificationId).toBe('sent-2')
  expect(at('verificationCode').phoneNumber).toBe(number)
  run('verificationCode', 'verifyCode', '123456')
  expect(identity.tried).toEqual([{ verificationId: 'sent-2', code: '123456' }])
})

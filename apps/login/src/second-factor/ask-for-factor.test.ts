import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { SignedIn } from '../identity/identity.ts'
import type { PendingSignIn, SecondFactor } from '../identity/second-factor.ts'
import { openFactorMessages } from '../phone/phone-part.ts'
import type { FactorStep, SignInButtons } from '../sign-in/screen.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { createSignInStore, failureIn, isBusy, show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { userOf } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createAskForFactor } from './ask-for-factor.ts'
import { createFactorNote, takeInterrupted } from './factor-note.ts'

const phone: SecondFactor = { uid: 'p', kind: 'phone', name: null, phoneNumber: '+********0002' }
const app: SecondFactor = { uid: 'a', kind: 'totp', name: 'Work phone', phoneNumber: null }
const signedIn: SignedIn = { user: userOf(null), providerId: 'google.com' }
const place = document.createElement('div')
const buttons: SignInButtons = {
  name: 'signInButtons',
  methods: ['google.com'],
  lastUsed: null,
  tenant: null,
  inApp: null,
  step: { name: 'methods' },
  notice: null,
}

let store: SignInStore
let time: number
let tab: ReturnType<typeof createMemoryStorage>
let sent: string[]
let tried: string[]
/** The errors of the next text messages. */
let unsent: string[]
/** The outcome of each further code. */
let outcomes: (() => Promise<SignedIn>)[]
let shownSteps: string[]
let goBack: (to: 'step' | 'methods') => void
let isEnded: boolean
/** How the sign-in has ended: with a user, or with the code of an error. */
let ended: unknown

beforeEach(() => {
  store = createSignInStore()
  show(store, buttons, { continueWith: () => {} })
  time = 1_800_000_000_000
  tab = createMemoryStorage()
  sent = []
  tried = []
  unsent = []
  outcomes = []
  shownSteps = []
  isEnded = false
  ended = null
})

const stepHistory: StepHistory = {
  show(step, back) {
    shownSteps.push(step)
    goBack = back
  },
  end() {
    isEnded = true
  },
}

const confirm = (code: string): Promise<SignedIn> => {
  tried.push(code)
  return outcomes.shift()?.() ?? Promise.resolve(signedIn)
}

async function ask(...factors: SecondFactor[]): Promise<void> {
  const now = () => time
  const pending: PendingSignIn = {
    name: 'signIn',
    tenantId: null,
    factors,
    sendCode(factor) {
      const error = unsent.shift()
      if (error !== undefined) return Promise.reject(new CodedError(error))
      sent.push(factor.uid)
      return Promise.resolve(`message-${sent.length}`)
    },
    confirmMessage: (_verificationId, code) => confirm(code),
    confirmApp: (_factor, code) => confirm(code),
  }
  const shared = {
    store,
    config: demoConfig,
    failureOf: (error: unknown) => failureOf(error, new Date(time)),
  }
  const askForFactor = createAskForFactor({
    ...shared,
    stepHistory,
    note: createFactorNote(tab, now),
    languageCode: () => 'tr',
    defaultName: () => 'Authenticator app',
    drawQrCode: () => Promise.resolve(null),
    loadMessages: async () =>
      openFactorMessages({
        ...shared,
        storage: createMemoryStorage(),
        shownLanguage: () => 'tr',
        locale: 'tr',
        now,
      }),
  })
  askForFactor(pending).then(
    (credential) => (ended = credential),
    (error: unknown) => (ended = codeOf(error)),
  )
  await settled()
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const step = (): FactorStep => {
  const { screen } = store.getState()
  if (screen.name !== 'secondFactor') throw new Error(`The page shows ${screen.name}.`)
  return screen.step
}
const refuse = (code: string) => (): Promise<SignedIn> => Promise.reject(new CodedError(code))

async function enter(code: string): Promise<void> {
  store.run('verifyCode', code)
  await settled()
}

async function choose({ uid }: SecondFactor): Promise<void> {
  store.run('chooseFactor', uid, place)
  await settled()
}

describe('a text message as the second factor', () => {
  it('is sent after a press, and its code completes the sign-in (K3a)', async () => {
    await ask(phone)
    expect(step()).toEqual({ name: 'factorChoice', factors: [phone] })
    expect(sent).toEqual([])
    await choose(phone)
    expect(sent).toEqual(['p'])
    expect(step()).toMatchObject({ name: 'messageCode', factor: phone, canChoose: false })
    await enter('123456')
    expect(tried).toEqual(['123456'])
    expect(ended).toBe(signedIn)
    expect(isEnded).toBe(true)
  })

  it.each([
    ['auth/invalid-verification-code', 'wrong'],
    ['auth/code-expired', 'expired'],
    ['auth/invalid-verification-id', 'expired'],
  ])('a code that is refused with %s is reported at the field (K3d)', async (code, error) => {
    outcomes = [refuse(code)]
    await ask(phone)
    await choose(phone)
    await enter('123456')
    expect(step()).toMatchObject({ message: { error, attempt: 1 } })
    await enter('654321')
    expect(ended).toBe(signedIn)
  })

  it('is not sent again within a minute, and then replaces the first (K3d)', async () => {
    await ask(phone)
    await choose(phone)
    store.run('resendCode', place)
    await settled()
    expect(sent).toEqual(['p'])
    time += 61_000
    store.run('resendCode', place)
    await settled()
    expect(sent).toEqual(['p', 'p'])
    expect(step()).toMatchObject({ message: { verificationId: 'message-2', messages: 2 } })
  })

  it('that could not be sent is sent to the same phone by a retry (K3d)', async () => {
    const other: SecondFactor = { ...phone, uid: 'other' }
    unsent = ['auth/network-request-failed']
    await ask(other, phone)
    await choose(phone)
    expect(failureIn(store.getState())).toMatchObject({ key: 'NETWORK', canRetry: true })
    store.run('retry')
    await settled()
    expect(sent).toEqual(['p'])
    expect(step()).toMatchObject({ name: 'messageCode', factor: phone })
  })

  it('that the service cannot send to the number of the account is reported, although no field has the number', async () => {
    unsent = ['auth/invalid-phone-number']
    await ask(phone)
    await choose(phone)
    expect(step()).toMatchObject({ name: 'factorChoice' })
    expect(failureIn(store.getState())).toMatchObject({ key: 'METHOD_UNAVAILABLE' })
  })

  it('too many tries are reported, and the code can be tried again (K3d)', async () => {
    outcomes = [refuse('auth/too-many-requests')]
    await ask(phone)
    await choose(phone)
    await enter('123456')
    expect(failureIn(store.getState())).toMatchObject({ key: 'TOO_MANY_REQUESTS', canRetry: true })
    store.run('retry')
    await settled()
    expect(ended).toBe(signedIn)
  })
})

describe('an authenticator app as the second factor', () => {
  it('is asked for at once if it is the only factor, and its code completes the sign-in (K3b)', async () => {
    await ask(app)
    expect(step()).toMatchObject({ name: 'appCode', factor: app, canChoose: false, error: null })
    await enter('123456')
    expect(tried).toEqual(['123456'])
    expect(ended).toBe(signedIn)
  })

  it('a code that is too short is not sent, and a refused one is not sent twice (K3d)', async () => {
    outcomes = [refuse('auth/invalid-verification-code')]
    await ask(app)
    await enter('123')
    expect(step()).toMatchObject({ error: 'required', attempt: 1 })
    await enter('123456')
    expect(step()).toMatchObject({ error: 'wrong', attempt: 2 })
    await enter('123456')
    expect(tried).toEqual(['123456'])
    expect(isBusy(store.getState())).toBe(false)
    // Otherwise nothing would happen after a press.
    expect(step()).toMatchObject({ error: 'wrong', attempt: 3 })
    await enter('654321')
    expect(ended).toBe(signedIn)
  })

  it('after a lost network, the same code is sent again (K3d)', async () => {
    outcomes = [refuse('auth/network-request-failed')]
    await ask(app)
    await enter('123456')
    expect(failureIn(store.getState())).toMatchObject({ key: 'NETWORK', canRetry: true })
    store.run('retry')
    await settled()
    expect(tried).toEqual(['123456', '123456'])
    expect(ended).toBe(signedIn)
  })
})

describe('several factors', () => {
  it('the user chooses one, and can choose another one later (K3b)', async () => {
    await ask(phone, app)
    expect(step()).toMatchObject({ name: 'factorChoice', factors: [phone, app] })
    await choose(app)
    expect(step()).toMatchObject({ name: 'appCode', canChoose: true })
    store.run('backToFactors')
    await choose(phone)
    expect(step()).toMatchObject({ name: 'messageCode', canChoose: true })
    store.run('backToFactors')
    await choose(app)
    await enter('123456')
    expect(ended).toBe(signedIn)
  })

  it('the browser’s Back leads from the code to the choice, and from there to the methods (K7a)', async () => {
    await ask(phone, app)
    await choose(app)
    expect(shownSteps).toEqual(['phoneNumber', 'verificationCode'])
    goBack('step')
    expect(step()).toMatchObject({ name: 'factorChoice' })
    goBack('methods')
    expect(store.getState().screen).toBe(buttons)
  })

  it('of two apps, the user chooses one', async () => {
    const other = { ...app, uid: 'b' }
    await ask(app, other)
    await choose(other)
    expect(step()).toMatchObject({ name: 'appCode', factor: other })
  })
})

describe('the end of a second factor', () => {
  it('after Back, the sign-in buttons work again, and the user is not signed in', async () => {
    const pressed: string[] = []
    show(store, buttons, { continueWith: (method) => pressed.push(method) })
    await ask(phone)
    store.run('backToMethods')
    await settled()
    expect(ended).toBe('auth/redirect-cancelled-by-user')
    expect(store.getState().screen).toBe(buttons)
    store.run('continueWith', 'google.com')
    expect(pressed).toEqual(['google.com'])
  })

  it('after the proof, a late press of Back moves nothing, because the page is being left (K7a)', async () => {
    await ask(phone, app)
    await choose(app)
    await enter('123456')
    shownSteps = []
    store.run('backToMethods')
    store.run('backToFactors')
    expect([shownSteps, step().name, ended]).toEqual([[], 'appCode', signedIn])
  })

  it('a code that is accepted after Back leaves the history of the buttons alone (K7a)', async () => {
    let accept: (credential: SignedIn) => void = () => {}
    outcomes = [() => new Promise<SignedIn>((resolve) => (accept = resolve))]
    await ask(app)
    store.run('verifyCode', '123456')
    store.run('backToMethods')
    accept(signedIn)
    await settled()
    expect([isEnded, store.getState().screen]).toEqual([false, buttons])
  })

  it('a text message that arrives after Back shows nothing', async () => {
    await ask(phone)
    store.run('chooseFactor', phone.uid, place)
    store.run('backToMethods')
    await settled()
    expect(store.getState().screen).toBe(buttons)
    expect(isBusy(store.getState())).toBe(false)
  })

  it.each(['auth/invalid-multi-factor-session', 'auth/user-disabled'])(
    'a sign-in that cannot be completed any more ends with %s (K3d)',
    async (code) => {
      // The script of the SDK adds its codes.
      outcomes = [refuse(code)]
      await ask(app)
      await enter('123456')
      expect(ended).toBe(code)
      expect(store.getState().screen).toBe(buttons)
    },
  )

  it('only a reload in the middle lets the page say that the sign-in was interrupted (K3d)', async () => {
    await ask(app)
    const reloaded = createMemoryStorage(Object.fromEntries(tab.entries))
    expect(takeInterrupted(reloaded, time)).toBe(true)
    expect(takeInterrupted(reloaded, time)).toBe(false)
    await enter('123456')
    expect(takeInterrupted(tab, time)).toBe(false)

    await ask(app)
    time += 11 * 60_000
    expect(takeInterrupted(tab, time)).toBe(false)

    await ask(app)
    store.run('backToMethods')
    expect(takeInterrupted(tab, time)).toBe(false)
  })
})

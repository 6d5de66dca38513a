import { beforeEach, describe, expect, it } from 'vitest'
import type { SecondFactorKind } from '@foyer/contract/config'
import { CodedError, codeOf } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { SignedIn } from '../identity/identity.ts'
import type { Enrolment } from '../identity/second-factor.ts'
import { openFactorMessages } from '../phone/phone-part.ts'
import type { EnrolmentStep, SignInButtons } from '../sign-in/screen.ts'
import { createSignInStore, failureIn, show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { userOf } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createAskForFactor } from './ask-for-factor.ts'
import { createFactorNote } from './factor-note.ts'
import { drawQrCode } from './qr-code.ts'

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
let sent: string[]
let confirmed: string[]
let secrets: (() => Promise<string>)[]
/** The outcome of each further code. */
let outcomes: (() => Promise<SignedIn>)[]
let drawing: typeof drawQrCode
let goBack: (to: 'step' | 'methods') => void
/** How the sign-in has ended: with a user, or with the code of an error. */
let ended: unknown

beforeEach(() => {
  store = createSignInStore()
  show(store, buttons)
  sent = []
  confirmed = []
  secrets = []
  outcomes = []
  drawing = drawQrCode
  ended = null
})

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const refuse = (code: string) => () => Promise.reject(new CodedError(code))

function confirm(...what: string[]): Promise<SignedIn> {
  confirmed.push(what.join(' '))
  return outcomes.shift()?.() ?? Promise.resolve(signedIn)
}

async function begin(...kinds: SecondFactorKind[]): Promise<void> {
  const shared = {
    store,
    config: { ...demoConfig, countries: ['TR'] },
    failureOf: (error: unknown) => failureOf(error, new Date(0)),
  }
  const now = () => 1_800_000_000_000
  let created = 0
  const enrolment: Enrolment = {
    name: 'enrolment',
    tenantId: null,
    account: 'onur tekin@example.com',
    kinds,
    sendCode(phoneNumber) {
      sent.push(phoneNumber)
      return Promise.resolve(`message-${sent.length}`)
    },
    confirmMessage: confirm,
    async createSecret() {
      created += 1
      const key = (await secrets.shift()?.()) ?? `SECRET${created}`
      return { key, algorithm: 'SHA1', digits: 6, period: 30 }
    },
    confirmApp: confirm,
  }
  createAskForFactor({
    ...shared,
    stepHistory: {
      show(_step, back) {
        goBack = back
      },
      end() {},
    },
    note: createFactorNote(createMemoryStorage(), now),
    languageCode: () => 'tr',
    defaultName: () => 'Authenticator app',
    drawQrCode: async (text) => drawing(text),
    async loadMessages() {
      const storage = createMemoryStorage()
      const shownLanguage = () => 'tr' as const
      return openFactorMessages({ ...shared, storage, shownLanguage, locale: 'tr', now })
    },
  })(enrolment).then(
    (credential) => (ended = credential),
    (error: unknown) => (ended = codeOf(error)),
  )
  await settled()
}

function step(): EnrolmentStep {
  const { screen } = store.getState()
  if (screen.name !== 'secondFactor') throw new Error(`The page shows ${screen.name}.`)
  return screen.step as EnrolmentStep
}

async function add(kind: SecondFactorKind): Promise<void> {
  store.run('addFactor', kind)
  await settled()
}

async function enter(code: string): Promise<void> {
  store.run('verifyCode', code)
  await settled()
}

describe('adding an authenticator app', () => {
  it('shows its secret as text and as a QR code, and signs in with a code of the app (K3e)', async () => {
    await begin('totp', 'phone')
    expect(step()).toEqual({ name: 'newFactor', kinds: ['totp', 'phone'] })
    await add('totp')
    const url =
      'otpauth://totp/Acme%20Portal:onur%20tekin%40example.com?secret=SECRET1&issuer=Acme%20Portal&algorithm=SHA1&digits=6&period=30'
    expect(step()).toMatchObject({ name: 'newApp', secret: 'SECRET1', url, qr: drawQrCode(url) })
    store.run('nameFactor', ' Work phone ')
    await enter('123456')
    expect(confirmed).toEqual(['123456 Work phone'])
    expect(ended).toBe(signedIn)
  })

  it('without a name of the user, the app gets the usual one', async () => {
    await begin('totp')
    store.run('nameFactor', ' ')
    await enter('123456')
    expect(confirmed).toEqual(['123456 Authenticator app'])
  })

  it('a wrong code is reported at the field and not sent twice, and the secret stays the same (K3d)', async () => {
    outcomes = [refuse('auth/invalid-verification-code')]
    await begin('totp')
    await enter('12')
    expect(step()).toMatchObject({ error: 'required', attempt: 1 })
    await enter('123456')
    expect(step()).toMatchObject({ error: 'wrong', attempt: 2, secret: 'SECRET1' })
    await enter('123456')
    expect(confirmed).toHaveLength(1)
    // Otherwise nothing would happen after a press.
    expect(step()).toMatchObject({ error: 'wrong', attempt: 3 })
    await enter('654321')
    expect(ended).toBe(signedIn)
  })

  it('Back and Forward show the same secret, because the app may have it already, and the name that was typed (K7a)', async () => {
    await begin('totp', 'phone')
    await add('totp')
    expect(step()).toMatchObject({ appName: null })
    store.run('nameFactor', 'Work phone')
    goBack('step')
    expect(step().name).toBe('newFactor')
    await add('totp')
    expect(step()).toMatchObject({ secret: 'SECRET1', appName: 'Work phone' })
  })

  it('without the script of the QR code, the secret can still be typed', async () => {
    drawing = () => {
      throw new CodedError('page-outdated')
    }
    await begin('totp')
    expect(step()).toMatchObject({ secret: 'SECRET1', qr: null })
  })

  it('if the service does not answer, the secret is requested again', async () => {
    secrets = [refuse('auth/network-request-failed')]
    await begin('totp', 'phone')
    await add('totp')
    expect(failureIn(store.getState())).toMatchObject({ key: 'NETWORK', canRetry: true })
    store.run('retry')
    await settled()
    expect(step()).toMatchObject({ name: 'newApp' })
  })
})

describe('adding a phone', () => {
  it('sends a code to the number, and signs in with it (K3e)', async () => {
    await begin('phone')
    expect(step()).toMatchObject({ name: 'newPhone', phone: { name: 'phoneNumber' } })
    store.run('sendCode', '0555 000 00 02', 'TR', place)
    await settled()
    expect(sent).toEqual(['+905550000002'])
    expect(step()).toMatchObject({ name: 'newPhone', phone: { name: 'verificationCode' } })
    await enter('123456')
    expect(confirmed).toEqual(['message-1 123456'])
    expect(ended).toBe(signedIn)
  })

  it('Back leads from the code to the number, and from there to the choice (K7a)', async () => {
    await begin('totp', 'phone')
    await add('phone')
    store.run('sendCode', '0555 000 00 02', 'TR', place)
    await settled()
    goBack('step')
    expect(step()).toMatchObject({ phone: { name: 'phoneNumber', typed: '0555 000 00 02' } })
    goBack('step')
    expect(step().name).toBe('newFactor')
  })
})

describe('the end without a new factor', () => {
  it('a user who goes back sees the sign-in buttons', async () => {
    await begin('totp', 'phone')
    store.run('backToMethods')
    await settled()
    expect(ended).toBe('auth/redirect-cancelled-by-user')
    expect(store.getState().screen).toBe(buttons)
  })

  it('if the sign-in was too long ago, the user signs in again (K3d)', async () => {
    outcomes = [refuse('auth/requires-recent-login')]
    await begin('totp')
    await enter('123456')
    expect(ended).toBe('auth/invalid-multi-factor-session')
  })
})

import { deleteApp, getApps } from 'firebase/app'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noSecondFactor } from '../testing/no-second-factor.ts'
import type { Config } from '@foyer/contract/config'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createIdentity } from './create-identity.ts'
import * as firebaseIdentity from './firebase-identity.ts'

// This test calls the SDK itself, and replaces only the network.

const config: Config = {
  apiKey: 'key',
  authDomain: 'login.example.com',
  productURL: 'https://app.example.com/',
  functionUrl: '/custom-token',
  // With an emulator, the SDK needs no captcha.
  emulatorUrl: 'http://localhost:9099',
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const idToken = `${encode({ alg: 'RS256' })}.${encode({ sub: 'ayse', exp: 4e9, iat: 1 })}.s`
const signedIn = { idToken, refreshToken: 'r', localId: 'ayse', expiresIn: '3600' }
const answers: Record<string, object> = {
  lookup: { users: [{ localId: 'ayse', tenantId: 'acme-1a2b3' }] },
  recaptchaConfig: { recaptchaKey: 'projects/p/keys/k', recaptchaEnforcementState: [] },
  recaptchaParams: { recaptchaSiteKey: 'site' },
  sendVerificationCode: { sessionInfo: 'message' },
  signInWithPhoneNumber: signedIn,
  signInWithCustomToken: signedIn,
}

/** The tenant in each request of a sign-in, with the method that is called. */
let tenants: [method: string, tenantId: unknown][]
let messages: { phoneNumber?: string; recaptchaToken?: string; captchaResponse?: string }[]

beforeEach(() => {
  tenants = []
  messages = []
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (url: string, { body = '{}' }: { body?: string } = {}) => {
    const [, method = ''] = /(?:accounts:|v1\/|v2\/)(\w+)\?/.exec(url) ?? []
    if (/^sign|^send/.test(method)) {
      const sent = JSON.parse(body) as { tenantId?: unknown } & (typeof messages)[number]
      tenants.push([method, sent.tenantId])
      if (method === 'sendVerificationCode') messages.push(sent)
    }
    return Response.json(answers[method] ?? {})
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await Promise.all(getApps().map(deleteApp))
})

const authOf = (tenantId: string) =>
  createIdentity(config, {
    loadSdk: () => Promise.resolve(firebaseIdentity),
    loadAllAccounts: () => Promise.reject(new Error('asks for no accounts')),
    leaveFor: (url) => expect.unreachable(url),
    storage: createMemoryStorage(),
    send: () => Promise.reject(new Error('asks nobody')),
    now: () => 0,
    wasLedHere: () => false,
    askForFactor: noSecondFactor,
  }).authOf(tenantId)

it('a text message and its code are requested at the tenant of the request (AC-06c)', async () => {
  const proof = { languageCode: 'en', place: document.body, isVisible: false }
  const confirmation = await authOf('acme-1a2b3').sendCode('+905550000001', proof)
  const { user } = await confirmation.confirm('123456')
  expect(user?.tenantId).toBe('acme-1a2b3')
  expect(tenants).toEqual([
    ['sendVerificationCode', 'acme-1a2b3'],
    ['signInWithPhoneNumber', 'acme-1a2b3'],
  ])
})

it('a custom token signs in at the tenant of the request, also after a question to the user (AC-06d)', async () => {
  const auth = authOf('acme-1a2b3')
  await auth.signInWithCustomToken('token')
  await auth.candidateOf('token')
  expect(tenants).toEqual([
    ['signInWithCustomToken', 'acme-1a2b3'],
    ['signInWithCustomToken', 'acme-1a2b3'],
  ])
})

const refused = new DOMException('A mutation operation was attempted', 'InvalidStateError')

it.each<[string, string, () => unknown]>([
  [
    'throws',
    'ST-03a',
    () => {
      throw refused
    },
  ],
  [
    'fails with InvalidStateError',
    'ST-03b',
    () => {
      const request = Object.assign(new EventTarget(), { error: refused, onerror() {} })
      queueMicrotask(() => {
        request.onerror()
        request.dispatchEvent(new Event('error'))
      })
      return request
    },
  ],
])('a sign-in works when opening IndexedDB %s (%s)', async (_how, _id, open) => {
  const opened = vi.fn<() => unknown>(open)
  vi.stubGlobal('indexedDB', { open: opened })
  const auth = authOf('acme-1a2b3')
  const remembered = new Promise((resolve, reject) => {
    auth.onAuthStateChanged(resolve, reject)
  })
  expect(await remembered).toBeNull()
  const { user } = await auth.signInWithCustomToken('token')
  expect(user?.tenantId).toBe('acme-1a2b3')
  expect(await auth.currentUser()).toMatchObject({ uid: 'ayse' })
  expect(opened).toHaveBeenCalled()
})

it('ten text messages in one visit, each to another number, have their own app verification and no error (SM-14a, SM-14b)', async () => {
  vi.useFakeTimers()
  const logged = vi.spyOn(console, 'error')
  const proof = { languageCode: 'en', place: document.body, isVisible: false }
  const auth = authOf('acme-1a2b3')
  const numbers = Array.from({ length: 10 }, (_, index) => `+90555000000${index}`)
  for (const number of numbers) {
    const sent = auth.sendCode(number, proof)
    // The SDK's stand-in for the captcha takes half a second.
    await vi.advanceTimersByTimeAsync(1000)
    await sent
  }
  expect(messages.map(({ phoneNumber }) => phoneNumber)).toEqual(numbers)
  expect(new Set(messages.map(({ recaptchaToken }) => recaptchaToken)).size).toBe(10)
  // An app verification that is kept would expire after a minute, and a later message would fail.
  expect(vi.getTimerCount()).toBe(0)
  expect(document.body.childElementCount).toBe(0)
  expect(logged).not.toHaveBeenCalled()
})

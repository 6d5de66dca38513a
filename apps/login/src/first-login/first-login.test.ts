import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { createFirstLogin } from './first-login.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import { createSignInStore } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'

let store: SignInStore
let identity: InMemoryIdentity
let taken: string[]
/** The token in the store while each request was pending (B7). */
let held: string[]
let outcomes: (() => Promise<void>)[]
let waits: number[]
let tokens: string[]
let complete: ReturnType<typeof createFirstLogin>

const newUser = userOf(null, {
  claims: { firstLogin: true },
  refreshed: () => Promise.resolve(tokens.shift() ?? 'last-token'),
})

beforeEach(() => {
  store = createSignInStore()
  identity = createInMemoryIdentity(demoConfig.apiKey)
  identity.remembered = newUser
  taken = []
  held = []
  outcomes = []
  waits = []
  tokens = ['token-1', 'token-2', 'token-3', 'token-4', 'token-5']
  complete = createFirstLogin({
    store,
    accountService: {
      startWelcome(idToken) {
        taken.push(idToken)
        held.push(clientStateOf(store.getState()).idToken)
        return (outcomes.shift() ?? (() => Promise.resolve()))()
      },
    },
    identity,
    tell: tellFailure,
    async pause(ms) {
      waits.push(ms)
    },
  })
})

const refused = (code: string) => () => Promise.reject(new CodedError(code))

function failure(): Extract<Screen, { name: 'failure' }> {
  const screen = store.getState().screen
  if (screen.name !== 'failure') throw new Error(`The screen is ${screen.name}.`)
  return screen
}

describe('a first login', () => {
  it('a new user waits at the welcome screen, and gets a new ID token at the end (C9a)', async () => {
    const outcome = complete(newUser)
    expect(store.getState().screen).toEqual({ name: 'welcome' })
    await outcome
    expect(taken).toEqual(['token-1'])
    expect(held).toEqual(taken)
    expect(tokens[0]).toBe('token-3')
    expect(clientStateOf(store.getState()).idToken).toBe('')
  })

  it.each(['id-token-used', 'id-token-too-old'])(
    'the first login is repeated with another token if the first is refused as %s',
    async (code) => {
      outcomes = [refused(code), refused(code)]
      await complete(newUser)
      expect(taken).toEqual(['token-1', 'token-2', 'token-3'])
      expect(waits).toEqual([1100, 1100])
    },
  )

  it.each(['internal', 'id-token-refused', 'auth/network-request-failed', 'unavailable'])(
    'a first login that fails with %s shows UNKNOWN_ERROR with its own reference, and a retry that repeats it (C9b)',
    async (code) => {
      outcomes = [refused(code)]
      const outcome = complete(newUser)
      const screen = await vi.waitFor(failure)
      const { reference } = failureOf(new CodedError(code), new Date(0))
      expect(screen.failure).toMatchObject({ key: 'UNKNOWN_ERROR', action: 'retry', reference })
      store.run('retry')
      await outcome
      expect(store.getState().screen).toEqual({ name: 'welcome' })
      expect(taken).toHaveLength(2)
    },
  )

  it.each([
    'auth/user-disabled',
    'auth/user-token-expired',
    'auth/user-not-found',
    'user-disabled',
    'provider-not-allowed',
    'email-not-allowed',
    'account-not-allowed',
    'second-factor-needed',
  ])('the first login of a lost or rejected account (%s) is not repeated', async (code) => {
    outcomes = [refused(code)]
    await expect(complete(newUser)).rejects.toMatchObject({ code })
  })

  it.each([
    ['somebody else has signed in', userOf(null, { uid: 'can' })],
    ['everybody was signed out', null],
  ])('a failed first login is not retried if meanwhile %s in another tab', async (_what, now) => {
    outcomes.push(refused('unavailable'))
    const outcome = complete(newUser)
    await vi.waitFor(failure)
    identity.remembered = now
    store.run('retry')
    await expect(outcome).rejects.toMatchObject({ code: 'account-changed' })
    expect(taken).toHaveLength(1)
  })
})

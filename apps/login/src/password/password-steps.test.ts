import { beforeEach, describe, expect, it } from 'vitest'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { CodedError } from '../errors/coded-error.ts'
import type { SignedIn } from '../identity/identity.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import type { MethodSteps } from '../sign-in/method-steps.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import { createSignInStore, isBusy, settle } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { createPasswordSteps } from './password-steps.ts'
import { createPendingResets } from './pending-reset.ts'

const tenantId = 'globex'
const user = userOf(tenantId)

let identity: InMemoryIdentity
let store: SignInStore
let step: PasswordStep | null
let accepted: SignedIn[]
let asked: object[]
let answer: () => Promise<void>
let askedLinks: AskedLinks
let tabStorage: ReturnType<typeof createMemoryStorage>
let now: number

beforeEach(() => {
  identity = createInMemoryIdentity('key')
  store = createSignInStore()
  step = null
  accepted = []
  asked = []
  answer = () => Promise.resolve()
  askedLinks = createAskedLinks(createMemoryStorage(), () => 0)
  tabStorage = createMemoryStorage()
  now = 1_000
})

function start(loginHint: string | null = null): MethodSteps {
  const steps = createPasswordSteps({
    auth: identity.authOf(tenantId),
    store,
    askedLinks,
    pending: createPendingResets(tabStorage, () => now),
    accountService: {
      askForPasswordLink(request, id) {
        asked.push({ ...request, id })
        return answer()
      },
    },
    languageCode: () => 'tr',
    shownLanguage: () => 'tr',
    search: () => '?mode=login&state=s',
    randomId: () => `id-${asked.length}`,
    now: () => now,
    tell: tellFailure,
    showStep(shown, handlers) {
      step = shown
      store.handlers = handlers
      settle(store)
    },
    async accept(credential) {
      accepted.push(credential)
    },
  })
  steps.start(loginHint)
  return steps
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const refuse = (code: string) => identity.outcomes.push(() => Promise.reject(new CodedError(code)))

async function signIn(email = 'ayse@acme.example', password = 'secret'): Promise<void> {
  store.run('signInWithPassword', email, password)
  await settled()
}

describe('the sign-in with a password', () => {
  it('an email address and its password sign in at the tenant of the request (K1g)', async () => {
    identity.outcomes.push(() => Promise.resolve({ user, providerId: 'password' }))
    start()
    await signIn(' Ayse@ACME.example ')
    expect(identity.passwords).toEqual([{ email: 'ayse@acme.example', password: 'secret' }])
    expect(identity.begunAt).toEqual([tenantId])
    expect(accepted).toEqual([{ user, providerId: 'password' }])
  })

  it('the email address that the application or this browser knows is filled in', () => {
    start('ayse@acme.example')
    expect(step).toMatchObject({ name: 'password', typed: 'ayse@acme.example' })
  })

  it.each([
    [' ', '', { email: 'required', password: 'required' }],
    ['ayse', 'x', { email: 'invalid' }],
    ['ayse@acme.example', '', { password: 'required' }],
  ])(
    'the form with %j and %j is not sent, and says what is missing',
    async (email, password, errors) => {
      start()
      await signIn(email, password)
      expect(step).toMatchObject({ errors, typed: email, attempt: 1 })
      expect(identity.passwords).toEqual([])
    },
  )

  it.each([
    'auth/invalid-credential',
    'auth/wrong-password',
    'auth/user-not-found',
    'auth/invalid-email',
  ])(
    'the form looks the same for an unknown account and a wrong password: %s (K1g, K5b)',
    async (code) => {
      refuse(code)
      start()
      await signIn()
      expect(step).toEqual({
        name: 'password',
        typed: 'ayse@acme.example',
        errors: { password: 'wrong' },
        attempt: 1,
      })
    },
  )

  it.each([
    ['auth/too-many-requests', 'TOO_MANY_REQUESTS'],
    ['auth/user-disabled', 'USER_DISABLED'],
    ['auth/network-request-failed', 'NETWORK'],
    ['auth/operation-not-allowed', 'METHOD_UNAVAILABLE'],
    ['auth/multi-factor-auth-required', 'SECOND_FACTOR'],
  ])('the failure %s is shown at the form, which stays', async (code, key) => {
    refuse(code)
    start()
    await signIn()
    expect(clientStateOf(store.getState()).error).toBe(key)
    expect(step).toMatchObject({ errors: {}, attempt: 0 })
  })

  it('a retry after a lost network sends the same email address and password again (G5b)', async () => {
    refuse('auth/network-request-failed')
    start()
    await signIn()
    identity.outcomes.push(() => Promise.resolve({ user }))
    store.run('retry')
    await settled()
    expect(identity.passwords).toHaveLength(2)
    expect(accepted).toHaveLength(1)
  })

  it('a second press while the first one is carried out sends nothing', async () => {
    start()
    await signIn()
    await signIn()
    expect(identity.passwords).toHaveLength(1)
    expect(isBusy(store.getState())).toBe(true)
  })

  it('a user who went back to the methods sees no failure of the form that they left', async () => {
    refuse('auth/invalid-credential')
    start()
    store.run('signInWithPassword', 'ayse@acme.example', 'secret')
    store.run('backToMethods')
    step = null
    await settled()
    expect(step).toBeNull()
  })

  it('a password that no longer meets the policy leads to the form for a new one', async () => {
    refuse('auth/password-does-not-meet-requirements')
    start()
    await signIn()
    expect(step).toMatchObject({ name: 'reset', typed: 'ayse@acme.example', isOutdated: true })
  })
})

describe('the request of a link for a new password', () => {
  function openReset(email = 'ayse@acme.example'): void {
    start()
    store.run('openReset', email)
  }

  it('the link is requested in the language of the page, and leads back to the sign-in request in this browser', async () => {
    openReset()
    store.run('sendReset', 'ayse@acme.example')
    await settled()
    expect(asked).toEqual([
      { email: 'ayse@acme.example', tid: tenantId, language: 'tr', id: 'id-0' },
    ])
    expect(step).toEqual({
      name: 'resetSent',
      email: 'ayse@acme.example',
      resendAt: 61e3,
      mails: 1,
    })
    expect(askedLinks.recall(tenantId)).toEqual({
      id: 'id-0',
      tenantId,
      search: '?mode=login&state=s',
      credential: null,
    })
  })

  it.each([
    ['', 'required'],
    ['ayse@', 'invalid'],
  ])('no link is requested for %j', (email, error) => {
    openReset()
    store.run('sendReset', email)
    expect(step).toMatchObject({ name: 'reset', error, attempt: 1, typed: email })
    expect(asked).toEqual([])
  })

  it('Back goes from the email that was sent to the address, and from there to the form, and the address stays (K7a, K7b)', async () => {
    openReset()
    store.run('sendReset', 'ayse@acme.example')
    await settled()
    store.run('stepBack')
    expect(step).toMatchObject({
      name: 'reset',
      typed: 'ayse@acme.example',
      isOutdated: false,
      error: null,
    })
    store.run('stepBack')
    expect(step).toMatchObject({ name: 'password', typed: 'ayse@acme.example', errors: {} })
  })

  it('a reload returns to where the link was sent, from where Back leads to the address', async () => {
    openReset()
    store.run('sendReset', 'ayse@acme.example')
    await settled()
    now = 20_000
    start()
    const where = { name: 'resetSent', email: 'ayse@acme.example', resendAt: 61_000, mails: 1 }
    expect(step).toEqual(where)
    store.run('stepBack')
    expect(step).toMatchObject({ name: 'reset', typed: 'ayse@acme.example' })
    start()
    expect(step).toMatchObject({ name: 'password' })
  })

  it.each([
    ['has left for the methods', () => store.run('backToMethods')],
    ['has signed in', (steps: MethodSteps) => steps.stop()],
    ['has waited until the link expired', () => void (now += 30 * 60_000)],
  ])('a reload does not return to the link if the user %s', async (_what, leave) => {
    const steps = start()
    store.run('openReset', 'ayse@acme.example')
    store.run('sendReset', 'ayse@acme.example')
    await settled()
    leave(steps)
    start()
    expect(step).toMatchObject({ name: 'password' })
  })

  it('another email waits as long as the server asks for', async () => {
    openReset()
    store.run('sendReset', 'ayse@acme.example')
    await settled()
    const details = { requestId: null, retryAfterSeconds: 900, fields: {} }
    answer = () => Promise.reject(new AccountServiceError('resource-exhausted', details))
    store.run('sendResetAgain')
    await settled()
    expect(step).toMatchObject({ name: 'resetSent', resendAt: 900_000 })
    expect(clientStateOf(store.getState()).error).toBe('TOO_MANY_REQUESTS')
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { NewPasswordAnswer } from '@foyer/contract/password'
import { AccountServiceError } from '../account-service/account-service-error.ts'
import { CodedError } from '../errors/coded-error.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { createSignInStore, show } from '../sign-in/store.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { tellFailure } from '../testing/tell-failure.ts'
import { createChoosePassword } from './choose-password.ts'
import { createPendingResets } from './pending-reset.ts'
import type { PendingResets } from './pending-reset.ts'

const tenantId = 'globex'
const email = 'ayse@acme.example'
const user = userOf(tenantId, { uid: 'u-1', email })
const rules = {
  minLength: 8,
  maxLength: 4096,
  lowercase: true,
  uppercase: false,
  digit: true,
  symbol: '',
}

let identity: InMemoryIdentity
let store: SignInStore
let askedLinks: AskedLinks
let pending: PendingResets
let saved: object[]
let answers: (() => Promise<NewPasswordAnswer>)[]
let isForgotten: boolean
let reloads: number

let firstLink: () => Promise<string | null>
beforeEach(() => {
  identity = createInMemoryIdentity('key')
  store = createSignInStore()
  askedLinks = createAskedLinks(createMemoryStorage(), () => 0)
  pending = createPendingResets(createMemoryStorage(), () => 0)
  saved = []
  answers = [() => Promise.resolve({ status: 'changed' })]
  isForgotten = false
  reloads = 0
  firstLink = () => Promise.resolve(linkFor('first-password'))
})

const encode = (part: object): string => btoa(JSON.stringify(part)).replaceAll('=', '')
const linkFor = (use: 'password' | 'first-password'): string =>
  `${encode({})}.${encode({ jti: '5f0c3c66-4dd7-4f43-93a5-1f1b6b4f9d0e', sub: 'u-1', email, tid: tenantId, use, exp: 1 })}.x`

const create = () =>
  createChoosePassword({
    identity,
    store,
    askedLinks,
    pending,
    accountService: {
      passwordRules: () => Promise.resolve(rules),
      setPassword(request, key) {
        saved.push({ ...request, key })
        return answers.shift()?.() ?? Promise.resolve({ status: 'changed' })
      },
      firstPasswordLink: (idToken) =>
        idToken === 'id-token' ? firstLink() : Promise.reject(new Error()),
    },
    arrivedLink: { press: 'press', read: () => null, forget: () => void (isForgotten = true) },
    lastAccount: { forget() {} },
    tell: tellFailure,
    wait: () => show(store, { name: 'loading' }),
    shownLanguage: () => 'en',
    randomId: () => 'first-press',
    reload: () => void (reloads += 1),
  })

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const screen = () => store.getState().screen
async function choose(password: string): Promise<void> {
  store.run('setPassword', password)
  await settled()
}

describe('the link for a new password', () => {
  it('a press sets the password, signs in with it, and the browser that requested the link returns to its sign-in request (K1h)', async () => {
    askedLinks.keep({
      id: '5f0c3c66-4dd7-4f43-93a5-1f1b6b4f9d0e',
      tenantId,
      search: '?mode=login',
      credential: null,
    })
    pending.keep({ method: 'password', tenantId, email, resendAt: 60_000 })
    identity.outcomes.push(() => Promise.resolve({ user }))
    const link = linkFor('password')
    const done = create().byLink(link)
    await settled()
    expect(screen()).toMatchObject({
      name: 'newPassword',
      email,
      isFirst: false,
      rules,
      refusal: null,
    })
    expect(saved).toEqual([])

    await choose('deniz 7 martı')
    expect(saved).toEqual([{ link, password: 'deniz 7 martı', language: 'en', key: 'press' }])
    expect(identity.passwords).toEqual([{ email, password: 'deniz 7 martı' }])
    expect(await done).toEqual({
      manual: { user, isSwitch: false },
      search: '?mode=login',
      providerId: 'password',
    })
    expect(isForgotten).toBe(true)
    expect(askedLinks.recall(tenantId)).toBeNull()
    expect(pending.recall(tenantId)).toBeNull()
  })

  it('in another browser, the link sets the password and leads to the product', async () => {
    identity.others = [{ uid: 'u-9', tenantId: null, email: null, phoneNumber: null }]
    identity.outcomes.push(() => Promise.resolve({ user }))
    const done = create().byLink(linkFor('password'))
    await settled()
    await choose('deniz 7 martı')
    expect(await done).toMatchObject({ search: null, manual: { isSwitch: true } })
  })

  it('a password that does not meet the conditions is not sent, and one that the server refuses can be replaced (K1i)', async () => {
    answers.unshift(() => Promise.resolve({ status: 'refused', reason: 'breached' }))
    void create().byLink(linkFor('password'))
    await settled()
    await choose('')
    expect(screen()).toMatchObject({ refusal: 'required', attempt: 1 })
    await choose('no digits')
    expect(screen()).toMatchObject({ refusal: 'weak', attempt: 2 })
    expect(saved).toEqual([])
    await choose('correct horse 1')
    expect(screen()).toMatchObject({ refusal: 'breached', attempt: 3 })
    await choose('deniz 7 martı')
    expect(saved).toHaveLength(2)
  })

  it('if more than the password is needed, as a second factor, the sign-in begins with the usual buttons', async () => {
    identity.outcomes.push(() => Promise.reject(new CodedError('auth/multi-factor-auth-required')))
    const done = create().byLink(linkFor('password'))
    await settled()
    await choose('deniz 7 martı')
    expect(await done).toMatchObject({ manual: null })
    expect(identity.remembered).toBeNull()
  })

  it('a lost response is followed by the same press, and an expired link ends', async () => {
    const details = { requestId: null, retryAfterSeconds: null, fields: {} }
    answers = [
      () => Promise.reject(new CodedError('auth/network-request-failed')),
      () => Promise.reject(new AccountServiceError('sign-in-link-expired', details)),
    ]
    const done = create()
      .byLink(linkFor('password'))
      .catch((error: unknown) => error)
    await settled()
    await choose('deniz 7 martı')
    expect(isForgotten).toBe(false)
    store.run('retry')
    await settled()
    expect(saved[1]).toEqual(saved[0])
    expect(await done).toMatchObject({ code: 'sign-in-link-expired' })
    expect(isForgotten).toBe(true)
  })
})

describe('an account whose password must be replaced', () => {
  it('its user chooses a password, and the page starts over with the same request and a new session (K1j)', async () => {
    identity.outcomes.push(() => Promise.resolve({ user }))
    void create().atFirstSignIn(user)
    await settled()
    expect(screen()).toMatchObject({ name: 'newPassword', isFirst: true })
    await choose('deniz 7 martı')
    expect(saved).toMatchObject([{ key: 'first-press' }])
    expect(identity.passwords).toEqual([{ email, password: 'deniz 7 martı' }])
    expect(identity.signedOut).toEqual([])
    expect(reloads).toBe(1)
  })

  it('a user who wants another account is signed out once, and the page starts over with the same request (K1j)', async () => {
    void create().atFirstSignIn(user)
    await settled()
    store.run('changeAccount')
    store.run('changeAccount')
    await settled()
    expect(identity.signedOut).toEqual([tenantId])
    expect([reloads, saved]).toEqual([1, []])
  })

  it.each([
    ['has no password', () => Promise.resolve(null)],
    ['is of a deployment without passwords', () => Promise.reject(new CodedError('not-found'))],
  ])('the user of an account that %s goes on at once (K1j)', async (_what, answer) => {
    firstLink = answer
    await create().atFirstSignIn(user)
    expect([reloads, saved]).toEqual([0, []])
  })

  it('a link that cannot be had is no reason to go on', async () => {
    firstLink = () => Promise.reject(new CodedError('unavailable'))
    await expect(create().atFirstSignIn(user)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('if the new session needs a second factor, the ended session is removed, and the user signs in again', async () => {
    identity.outcomes.push(() => Promise.reject(new CodedError('auth/multi-factor-auth-required')))
    void create().atFirstSignIn(user)
    await settled()
    await choose('deniz 7 martı')
    expect(identity.signedOut).toEqual([tenantId])
    expect(reloads).toBe(1)
  })
})

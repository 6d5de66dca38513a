import type { User } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createDepartures } from './departures.ts'
import type { Departures } from './departures.ts'
import { createEarlyIdentity } from './early-identity.ts'
import { GuestAccountUsed } from './guest-account-used.ts'
import type { Identity, PendingCredential, SignedInUser, SignInOptions } from './identity.ts'
import { LinkingNeeded } from './linking-needed.ts'
import { InterruptedSignIn } from './interrupted-sign-in.ts'

const pending: PendingCredential = {
  providerId: 'microsoft.com',
  email: 'can@acme.example',
  accountProviders: [],
  accessToken: 'access-token',
  json: {},
}

let sdk: InMemoryIdentity
let loads: number
let recall: () => Promise<SignedInUser | null>
let departures: Departures
let left: [tenantId: string | null, SignInOptions][]
let canLeave: boolean
let readAgain: (string | null)[]
let wasLedHere: boolean
let identity: Identity

const byGoogle = (flow: SignInOptions['flow']): SignInOptions => ({
  method: 'google.com',
  flow,
  loginHint: null,
  languageCode: 'en',
})

function create({
  opensWindows = false,
  loadIdentity = () => Promise.resolve<Identity>(sdk),
} = {}) {
  return createEarlyIdentity({
    apiKey: 'key',
    loadIdentity() {
      loads += 1
      return loadIdentity()
    },
    recallUser: () => recall(),
    storedAccounts: () => sdk.storedAccounts(),
    forgetAccounts: () => sdk.forgetAccounts(),
    departures,
    leave(tenantId, options) {
      if (canLeave) left.push([tenantId, options])
      return canLeave
    },
    readReturnAgain: (tenantId) => readAgain.push(tenantId),
    wasLedHere: () => wasLedHere,
    opensWindows,
  })
}

beforeEach(() => {
  sdk = createInMemoryIdentity('key')
  loads = 0
  recall = () => Promise.resolve(null)
  departures = createDepartures(createMemoryStorage())
  left = []
  canLeave = true
  readAgain = []
  wasLedHere = false
  identity = create()
})

const remembered = (): Promise<User | null> =>
  new Promise((resolve, reject) => {
    identity.authOf(null).onAuthStateChanged(resolve, reject)
  })

describe('the identity service before its SDK is loaded', () => {
  it('whether an account is stored is known without the SDK', async () => {
    expect(await remembered()).toBeNull()
    const user = userOf(null)
    recall = () => Promise.resolve(user)
    expect(await remembered()).toBe(user)
    expect(loads).toBe(0)
  })

  it('the SDK is asked if only the SDK knows', async () => {
    recall = () => Promise.reject(new Error('a form that only the SDK knows'))
    expect(await remembered()).toBeNull()
    expect(loads).toBe(1)
  })

  it('after unsubscribing, no user is reported', async () => {
    const heard: (User | null)[] = []
    identity.authOf(null).onAuthStateChanged((user) => heard.push(user))()
    await remembered()
    expect(heard).toEqual([])
  })

  it('a failure to load the SDK is reported', async () => {
    recall = () => Promise.reject(new Error())
    const failing = create({ loadIdentity: () => Promise.reject(new Error('gone')) })
    const told = new Promise((_resolve, reject) => {
      failing.authOf(null).onAuthStateChanged(() => {}, reject)
    })
    await expect(told).rejects.toThrow('gone')
  })

  it('a user who does not come from a provider does not wait for the SDK', async () => {
    sdk.returned = () => Promise.resolve({ user: userOf(null) })
    expect(await identity.authOf(null).redirectResult()).toBeNull()
    expect(loads).toBe(0)
  })

  it('a press leaves for the provider without the SDK', async () => {
    const auth = identity.authOf('acme-1a2b3')
    await auth.prepare()
    void auth.signIn(byGoogle('redirect'))
    expect(left).toEqual([['acme-1a2b3', byGoogle('redirect')]])
    expect(departures.isNoted('acme-1a2b3')).toBe(true)
    expect(loads).toBe(0)
  })

  it('after a departure that failed, a reload does not wait for a provider’s answer', async () => {
    canLeave = false
    sdk.outcomes.push(() => Promise.reject(new CodedError('auth/network-request-failed')))
    await expect(identity.authOf(null).signIn(byGoogle('redirect'))).rejects.toThrow()
    expect(departures.isNoted(null)).toBe(false)
  })

  it('if only the SDK can leave, the press waits for it, and its failure is reported', async () => {
    canLeave = false
    sdk.outcomes = [() => Promise.reject(new Error('storage is blocked'))]
    const leaving = identity.authOf(null).signIn(byGoogle('redirect'))
    await expect(leaving).rejects.toThrow('storage is blocked')
    expect(sdk.signIns).toEqual([byGoogle('redirect')])
  })

  it('the SDK says which user has returned from a provider, and is asked once', async () => {
    void identity.authOf(null).signIn(byGoogle('redirect'))
    const user = userOf(null)
    sdk.returned = () => Promise.resolve({ user })
    expect(departures.isNoted('acme-1a2b3')).toBe(false)
    expect(await identity.authOf(null).redirectResult()).toEqual({ user })
    expect(departures.isNoted(null)).toBe(false)
    expect(await identity.authOf(null).redirectResult()).toEqual({ user })
  })

  it('a provider’s answer that could not be read is read by the next page load (G5b)', async () => {
    departures.note('acme-1a2b3')
    sdk.returned = () => Promise.reject(new CodedError('redirect-result-timeout'))
    const outcome = identity.authOf('acme-1a2b3').redirectResult()
    const failure = await outcome.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'redirect-result-timeout' })
    if (!(failure instanceof InterruptedSignIn)) throw failure
    void failure.repeat()
    expect(readAgain).toEqual(['acme-1a2b3'])
  })

  it('a return from a provider without an answer is reported (RD-02b)', async () => {
    departures.note('acme-1a2b3')
    wasLedHere = true
    const outcome = identity.authOf('acme-1a2b3').redirectResult()
    await expect(outcome).rejects.toMatchObject({ code: 'auth/web-storage-unsupported' })
  })

  it('a user who goes Back from a provider gets no error', async () => {
    departures.note('acme-1a2b3')
    expect(await identity.authOf('acme-1a2b3').redirectResult()).toBeNull()
  })

  it.each([
    ['an account to connect to', () => new LinkingNeeded(pending, null)],
    ['a guest', () => new GuestAccountUsed({ directory: 'd.onmicrosoft.com', address: null })],
  ])('a provider’s answer that ended in %s is not repeated', async (_what, outcome) => {
    departures.note(null)
    const failure = outcome()
    sdk.returned = () => Promise.reject(failure)
    await expect(identity.authOf(null).redirectResult()).rejects.toBe(failure)
  })

  it('a user who leaves for another company before the SDK is loaded returns from that one', async () => {
    let arrive = (): void => {}
    const slow = create({
      loadIdentity: () =>
        new Promise((resolve) => {
          arrive = () => resolve(sdk)
        }),
    })
    departures.note('acme-1a2b3')
    const result = slow.authOf('acme-1a2b3').redirectResult()
    void slow.authOf('globex-4c5d6').signIn(byGoogle('redirect'))
    arrive()
    await result
    expect(departures.isNoted('globex-4c5d6')).toBe(true)
  })

  it('a press while the SDK loads opens the pop-up as soon as it is loaded (RD-05a)', async () => {
    let arrive = (): void => {}
    const loadIdentity = () =>
      new Promise<Identity>((resolve) => {
        arrive = () => resolve(sdk)
      })
    const auth = create({ opensWindows: true, loadIdentity }).authOf(null)
    void auth.prepare()
    const user = userOf(null)
    sdk.outcomes.push(() => Promise.resolve({ user }))
    const signedIn = auth.signIn(byGoogle('popup'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(sdk.signIns).toEqual([])
    arrive()
    expect(await signedIn).toEqual({ user })
    expect(sdk.signIns).toEqual([byGoogle('popup')])
  })

  it('a pop-up opens directly from the press if the SDK is loaded', async () => {
    const auth = create({ opensWindows: true }).authOf(null)
    await auth.prepare()
    void auth.signIn(byGoogle('popup'))
    expect(sdk.signIns).toHaveLength(1)
    expect(left).toEqual([])
    expect(departures.isNoted(null)).toBe(false)
  })

  it('what only the SDK can do waits until it is loaded', async () => {
    const auth = identity.authOf('acme-1a2b3')
    await auth.signOut()
    expect(sdk.signedOut).toEqual(['acme-1a2b3'])
    sdk.confirmations = [() => Promise.resolve({ user: userOf(null) })]
    await auth.confirmationOf('message').confirm('123456')
    expect(sdk.tried).toEqual([{ verificationId: 'message', code: '123456' }])
  })
})

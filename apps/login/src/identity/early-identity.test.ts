import type { User } from '@foyer/iap-sign-in'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createDepartures } from './departures.ts'
import type { Departures } from './departures.ts'
import { createEarlyIdentity } from './early-identity.ts'
import type { Identity } from './identity.ts'

let sdk: InMemoryIdentity
let loads: number
let recall: () => Promise<User | null>
let departures: Departures
let identity: Identity

beforeEach(() => {
  sdk = createInMemoryIdentity('key')
  loads = 0
  recall = () => Promise.resolve(null)
  departures = createDepartures(createMemoryStorage())
  identity = createEarlyIdentity({
    apiKey: 'key',
    loadIdentity() {
      loads += 1
      return Promise.resolve(sdk)
    },
    recallUser: () => recall(),
    departures,
  })
})

const remembered = (): Promise<User | null> =>
  new Promise((resolve, reject) => {
    identity.authOf(null).onAuthStateChanged(resolve, reject)
  })

describe('before the SDK is there', () => {
  it('a remembered account is told without it, and so is nobody (C3)', async () => {
    expect(await remembered()).toBeNull()
    const user = userOf(null)
    recall = () => Promise.resolve(user)
    expect(await remembered()).toBe(user)
    expect(loads).toBe(0)
  })

  it('where only the SDK can tell, the SDK is asked', async () => {
    recall = () => Promise.reject(new Error('a form that only the SDK knows'))
    expect(await remembered()).toBeNull()
    expect(loads).toBe(1)
  })

  it('who stops listening hears nothing more', async () => {
    const heard: (User | null)[] = []
    identity.authOf(null).onAuthStateChanged((user) => heard.push(user))()
    await remembered()
    expect(heard).toEqual([])
  })

  it('its failure to load is told', async () => {
    recall = () => Promise.reject(new Error())
    const failing = createEarlyIdentity({
      apiKey: 'key',
      loadIdentity: () => Promise.reject(new Error('gone')),
      recallUser: () => recall(),
      departures,
    })
    const told = new Promise((_resolve, reject) => {
      failing.authOf(null).onAuthStateChanged(() => {}, reject)
    })
    await expect(told).rejects.toThrow('gone')
  })

  it('a visitor who comes from no provider does not wait for it', async () => {
    sdk.returned = () => Promise.resolve({ user: userOf(null) })
    expect(await identity.authOf(null).redirectResult()).toBeNull()
    expect(loads).toBe(0)
  })

  it('a visitor who comes back from a provider is who the SDK says, once', async () => {
    void identity.authOf(null).signIn({
      method: 'google.com',
      flow: 'redirect',
      loginHint: null,
      languageCode: 'en',
    })
    await vi.waitFor(() => expect(sdk.wishes).toHaveLength(1))

    const user = userOf(null)
    sdk.returned = () => Promise.resolve({ user })
    expect(departures.isNoted('acme-1a2b3')).toBe(false)
    expect(await identity.authOf(null).redirectResult()).toEqual({ user })
    expect(departures.isNoted(null)).toBe(false)
    expect(await identity.authOf(null).redirectResult()).toEqual({ user })
  })

  it('a window opens straight from the press once it is there (RD-05)', async () => {
    const auth = identity.authOf(null)
    await auth.prepare()
    void auth.signIn({ method: 'google.com', flow: 'popup', loginHint: null, languageCode: 'en' })
    expect(sdk.wishes).toHaveLength(1)
    expect(departures.isNoted(null)).toBe(false)
  })

  it('what it alone can do is done when it is there', async () => {
    const auth = identity.authOf('acme-1a2b3')
    await auth.signOut()
    expect(sdk.signedOut).toEqual(['acme-1a2b3'])
    sdk.confirmations = [() => Promise.resolve({ user: userOf(null) })]
    await auth.confirmationOf('message').confirm('123456')
    expect(sdk.tried).toEqual([{ verificationId: 'message', code: '123456' }])
  })
})

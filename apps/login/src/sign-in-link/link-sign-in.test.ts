import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { PendingCredential } from '../identity/identity.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import { createSignInStore } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createArrivedLink } from './arrived-link.ts'
import type { ArrivedLink } from '../sign-in/arrived-link.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import type { AskedLinks } from '../sign-in/asked-links.ts'
import { arrivedLinkKey } from '../browser/note-names.ts'
import { createLinkSignIn } from './link-sign-in.ts'

const id = '3f0e9a52-6b1c-4b7e-9d0a-2a3f4b5c6d7e'
const payload = { jti: id, sub: 'u-1', email: 'can@acme.example', tid: 'acme', exp: 1 }
const linkOf = (content: unknown): string =>
  `h.${Buffer.from(JSON.stringify(content)).toString('base64url')}.s`
const link = linkOf(payload)
const credential: PendingCredential = {
  providerId: 'microsoft.com',
  email: 'Can@acme.example',
  accountProviders: [],
  accessToken: 'access-token',
  json: {},
}
const asked = { id, tenantId: 'acme', search: '?mode=login', credential }
const owner = userOf('acme', { uid: 'u-1', email: 'can@acme.example' })

let store: SignInStore
let askedLinks: AskedLinks
let arrivedLink: ArrivedLink
let presses: string[]
let answers: (() => Promise<string>)[]
let user: typeof owner | null
let connected: PendingCredential[]

beforeEach(() => {
  store = createSignInStore()
  askedLinks = createAskedLinks(createMemoryStorage(), () => 0)
  arrivedLink = createArrivedLink(link, createMemoryStorage(), () => 'press')
  presses = []
  answers = []
  user = owner
  connected = []
})

function signIn(opened = link) {
  return createLinkSignIn({
    identity: createInMemoryIdentity('key'),
    store,
    askedLinks,
    arrivedLink,
    accountService: {
      redeemSignInLink(token, key) {
        presses.push(`${token} ${key}`)
        return (answers.shift() ?? (() => Promise.resolve('custom-token')))()
      },
    },
    tell: (error, say) => say(failureOf(error, new Date(0))),
    signInManually: () => Promise.resolve(user && { user, isSwitch: false }),
    async linkPending(_auth, _credential, pending) {
      connected.push(pending)
    },
    loadScreen: () => Promise.resolve(),
  })(opened)
}

const arrived = (): Promise<Extract<Screen, { name: 'signInLink' }>> =>
  vi.waitFor(() => {
    const screen = store.getState().screen
    if (screen.name !== 'signInLink') throw new Error(`The screen is ${screen.name}.`)
    return screen
  })

describe('a sign-in link that was opened', () => {
  it('a press of the sign-in link’s button has the same key after a reload, because the response may have been lost', () => {
    const storage = createMemoryStorage()
    let ids = 0
    const open = (opened: string | null): ArrivedLink =>
      createArrivedLink(opened, storage, () => `press ${(ids += 1)}`)
    const { press } = open(link)
    expect(open(null).press).toBe(press)
    expect(open('another link').press).not.toBe(press)
    open(null).forget()
    expect(storage.entries.size).toBe(0)
  })

  it('a sign-in link with a text instead of an email address is invalid, and the text is not shown', async () => {
    const text = 'your manager. Call +90 555 000 00 00 and read out the code'
    await expect(signIn(linkOf({ ...payload, email: text }))).rejects.toMatchObject({
      code: 'sign-in-link-expired',
    })
    expect(store.getState().screen.name).toBe('loading')
  })

  it('a sign-in link is used by a press, and not when it is opened', async () => {
    const signedIn = signIn()
    expect(await arrived()).toMatchObject({ email: 'can@acme.example', providerId: null })
    expect(presses).toEqual([])
    await arrived()
    store.run('useLink')
    await expect(signedIn).resolves.toMatchObject({ manual: { user: owner }, search: null })
    expect(presses).toEqual([`${link} press`])
    expect(arrivedLink.read('')).toBeNull()
  })

  it('a sign-in link links what was requested from this browser, says so before the press, and returns to the request', async () => {
    askedLinks.keep(asked)
    const signedIn = signIn()
    const screen = await arrived()
    expect(screen.providerId).toBe('microsoft.com')
    store.run('useLink')
    await expect(signedIn).resolves.toMatchObject({ search: '?mode=login' })
    expect(connected).toEqual([credential])
    expect(askedLinks.recall('acme')).toBeNull()
  })

  it.each([
    ['another link', { ...asked, id: 'another' }],
    ['another tenant', { ...asked, tenantId: 'globex' }],
    [
      'an account of another address',
      { ...asked, credential: { ...credential, email: 'x@y.example' } },
    ],
  ])('a sign-in link links no credential that waits for %s', async (_what, other) => {
    askedLinks.keep(other)
    const signedIn = signIn()
    const screen = await arrived()
    expect(screen.providerId).toBeNull()
    store.run('useLink')
    await signedIn
    expect(connected).toEqual([])
  })

  it('a sign-in link links nothing if the user keeps the signed-in account', async () => {
    askedLinks.keep(asked)
    user = null
    const signedIn = signIn()
    await arrived()
    store.run('useLink')
    await expect(signedIn).resolves.toMatchObject({ manual: null, providerId: null })
    expect(connected).toEqual([])
  })

  it('after a transient failure, a press of the sign-in link’s button can be repeated with the same key', async () => {
    answers.push(() => Promise.reject(new CodedError('auth/network-request-failed')))
    const signedIn = signIn()
    await arrived()
    store.run('useLink')
    await vi.waitFor(() => expect(clientStateOf(store.getState()).error).toBe('NETWORK'))
    await arrived()
    store.run('useLink')
    await signedIn
    expect(presses).toEqual([`${link} press`, `${link} press`])
  })

  it.each(['sign-in-link-expired', 'user-disabled'])(
    'a sign-in link that ends in %s is removed',
    async (code) => {
      answers.push(() => Promise.reject(new CodedError(code)))
      const signedIn = signIn()
      await arrived()
      store.run('useLink')
      await expect(signedIn).rejects.toMatchObject({ code })
      expect(arrivedLink.read('')).toBeNull()
    },
  )

  it.each(['', 'x', 'a.b.c', linkOf(null), linkOf({ ...payload, jti: 'x' }), linkOf({})])(
    'an invalid sign-in link is refused before anything is requested: %j',
    async (opened) => {
      await expect(signIn(opened)).rejects.toMatchObject({ code: 'sign-in-link-expired' })
      expect(presses).toEqual([])
    },
  )
})

it('a sign-in link survives a reload, and is removed if the user goes elsewhere', () => {
  const storage = createMemoryStorage({ [arrivedLinkKey]: link })
  const reloaded = createArrivedLink(null, storage, () => 'press')
  expect(reloaded.read('')).toBe(link)
  expect(reloaded.read('?lang=tr')).toBe(link)
  expect(reloaded.read('?mode=login&state=s')).toBeNull()
  expect(createArrivedLink(null, storage, () => 'press').read('')).toBeNull()
})

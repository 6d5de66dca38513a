import type { Config } from '@foyer/contract/config'
import { servesTenant } from '@foyer/contract/served-tenants'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createManualSignIn } from './manual-sign-in.ts'
import { clientStateOf } from '../sign-in/client-state.ts'
import { createLastAccount } from '../sign-in/last-account.ts'
import { createSignInStore, show } from '../sign-in/store.ts'
import type { Screen } from '../sign-in/screen.ts'
import type { SignInStore } from '../sign-in/store.ts'

const now = new Date('2026-11-28T09:00:00Z')
const acme = 'acme-1a2b3'
const issuer = 'minter@demo-foyer.iam.gserviceaccount.com'

function tokenFor(uid: string, tenantId?: string): string {
  const seconds = now.getTime() / 1000
  const claims = {
    iss: issuer,
    sub: issuer,
    aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
    iat: seconds,
    exp: seconds + 3600,
    uid,
    tenant_id: tenantId,
  }
  return `${btoa('{"alg":"RS256"}')}.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.eA`
}

let identity: InMemoryIdentity
let store: SignInStore
let storage: ReturnType<typeof createMemoryStorage>
let signIn: ReturnType<typeof signInWith>

const signInWith = (config: Config) => {
  const wait = () => show(store, { name: 'loading' })
  const manual = createManualSignIn({
    config,
    servesTenant: async (tenantId) => servesTenant(config.tenants, tenantId),
    withTenants: async () => config,
    identity,
    store,
    lastAccount: createLastAccount(storage),
    date: () => now,
    wait,
    loadScreen: () => Promise.resolve(),
  })
  return (customToken: string, tid: string | null, isOwn = false) =>
    manual({ customToken, isOwn }, tid)
}

beforeEach(() => {
  identity = createInMemoryIdentity(demoConfig.apiKey)
  store = createSignInStore()
  storage = createMemoryStorage({ 'foyer:last-account': 'acme\ngoogle.com\na@b.example\nA' })
  signIn = signInWith({
    ...demoConfig,
    tenants: { ...demoConfig.tenants, _12345: { name: 'Demo' } },
  })
})

function confirmation(): Extract<Screen, { name: 'confirmAccount' }> {
  const screen = store.getState().screen
  if (screen.name !== 'confirmAccount') throw new Error(`The screen is ${screen.name}.`)
  return screen
}

describe('a manual sign-in', () => {
  it('a custom token signs in its user, at the tenant of the request (AC-06d, B7b)', async () => {
    const token = tokenFor('ayse', acme)
    const user = userOf(acme, { uid: 'ayse' })
    let held: string | undefined
    identity.owners.set(token, () => {
      held = clientStateOf(store.getState()).customToken
      return Promise.resolve({ user })
    })
    await expect(signIn(token, acme)).resolves.toEqual({ user, isSwitch: false })
    expect(held).toBe(token)
    expect(identity.begunAt).toEqual([acme])
    expect(clientStateOf(store.getState()).customToken).toBeUndefined()
  })

  it('a custom token removes the account used last, which may be another user’s', async () => {
    const token = tokenFor('ayse', acme)
    identity.owners.set(token, () => Promise.resolve({ user: userOf(acme, { uid: 'ayse' }) }))
    await signIn(token, acme)
    expect(storage.read('foyer:last-account')).toBeNull()
  })

  it.each([
    ['another tenant than the request’s', acme, 'globex-4c5d6'],
    ['a tenant, where the request is for the project itself', acme, '_12345'],
    ['a tenant that this page does not serve', 'stranger-9z8y7', null],
    ['the project itself, where the config lists tenants alone', undefined, null],
  ])('a custom token is refused for %s', async (_what, ofToken, ofRequest) => {
    signIn = signInWith({ ...demoConfig, tenants: { [acme]: { name: 'Acme' } } })
    await expect(signIn(tokenFor('ayse', ofToken), ofRequest)).rejects.toMatchObject({
      code: 'mismatching-tenant',
    })
  })

  it('before a custom token replaces the signed-in account, the page asks the user and names both accounts', async () => {
    const token = tokenFor('emily')
    const emily = userOf(null, { uid: 'emily', email: 'emily@example.com' })
    identity.remembered = userOf(null, { uid: 'ayse', email: 'ayse@example.com' })
    identity.owners.set(token, () => Promise.resolve({ user: emily }))
    const outcome = signIn(token, null)
    const screen = await vi.waitFor(confirmation)
    expect(screen).toMatchObject({
      current: { label: 'ayse@example.com', company: null },
      other: { label: 'emily@example.com', company: null },
    })
    expect(identity.remembered.uid).toBe('ayse')
    store.run('changeAccount')
    await expect(outcome).resolves.toEqual({ user: emily, isSwitch: true })
    expect(identity.remembered).toBe(emily)
  })

  it('before a custom token signs in to another tenant, the page asks the user and names the companies', async () => {
    const token = tokenFor('emily', acme)
    const emily = userOf(acme, { uid: 'emily', email: null, phoneNumber: '+905321234567' })
    identity.others = [userOf('globex-4c5d6', { uid: 'ayse', email: 'ayse@example.com' })]
    identity.owners.set(token, () => Promise.resolve({ user: emily }))
    const outcome = signIn(token, acme)
    const screen = await vi.waitFor(confirmation)
    expect(screen).toMatchObject({
      current: { label: 'ayse@example.com', company: 'Globex' },
      other: { label: '+905321234567', company: 'Acme' },
    })
    expect(identity.begunAt).toEqual([acme])
    store.run('changeAccount')
    await expect(outcome).resolves.toEqual({ user: emily, isSwitch: true })
  })

  it('before a custom token signs in, the page asks the user if a stored account cannot be read', async () => {
    const token = tokenFor('emily')
    identity.others = [null]
    identity.owners.set(token, () => Promise.resolve({ user: userOf(null, { uid: 'emily' }) }))
    void signIn(token, null)
    const screen = await vi.waitFor(confirmation)
    expect(screen.current).toEqual({ label: null, company: null })
  })

  it('a custom token signs nobody in if the user wants to keep the account', async () => {
    const token = tokenFor('emily')
    const ayse = userOf(null, { uid: 'ayse' })
    identity.remembered = ayse
    identity.owners.set(token, () => Promise.resolve({ user: userOf(null, { uid: 'emily' }) }))
    const outcome = signIn(token, null)
    await vi.waitFor(confirmation)
    store.run('keepAccount')
    await expect(outcome).resolves.toBeNull()
    expect(identity.remembered).toBe(ayse)
  })

  it('in a browser without accounts, the page asks only if the deployment wants it for every URL', async () => {
    const emily = userOf(acme, { uid: 'emily', email: 'emily@example.com' })
    const token = tokenFor('emily', acme)
    identity.owners.set(token, () => Promise.resolve({ user: emily }))
    const always = signInWith({ ...demoConfig, confirmAccessToken: 'always' })

    const outcome = always(token, null)
    const screen = await vi.waitFor(confirmation)
    expect(screen).toMatchObject({
      current: null,
      other: { label: 'emily@example.com', company: 'Acme' },
    })
    store.run('keepAccount')
    await expect(outcome).resolves.toBeNull()
    expect(identity.remembered).toBeNull()

    await expect(always(token, null, true)).resolves.toMatchObject({ user: emily })
    identity.remembered = null
    await expect(signIn(token, null)).resolves.toEqual({ user: emily, isSwitch: false })
  })

  it('the page does not ask before a custom token for the account that is signed in', async () => {
    const token = tokenFor('ayse')
    identity.remembered = userOf(null, { uid: 'ayse' })
    identity.owners.set(token, () => Promise.resolve({ user: userOf(null, { uid: 'ayse' }) }))
    await expect(signIn(token, null)).resolves.toMatchObject({
      user: { uid: 'ayse' },
      isSwitch: false,
    })
  })

  it('a refusal of the identity service is reported, and the state no longer has the token', async () => {
    const token = tokenFor('ayse')
    identity.owners.set(token, () => Promise.reject(new CodedError('auth/user-disabled')))
    await expect(signIn(token, null)).rejects.toMatchObject({ code: 'auth/user-disabled' })
    expect(clientStateOf(store.getState()).customToken).toBeUndefined()
  })
})

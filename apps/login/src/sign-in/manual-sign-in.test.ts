import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { isServed } from '../config/tenants.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createInMemoryIdentity, userOf } from '../testing/in-memory-identity.ts'
import type { InMemoryIdentity } from '../testing/in-memory-identity.ts'
import { createManualSignIn } from './manual-sign-in.ts'
import { createSignInStore, screenOf } from './store.ts'
import type { Screen, SignInStore } from './store.ts'

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
let signIn: ReturnType<typeof createManualSignIn>

beforeEach(() => {
  identity = createInMemoryIdentity(demoConfig.apiKey)
  store = createSignInStore()
  signIn = createManualSignIn({
    config: demoConfig,
    servesTenant: async (tid) => isServed(demoConfig, tid),
    identity,
    store,
    now: () => now,
  })
})

function confirmation(): Extract<Screen, { name: 'confirmAccount' }> {
  const screen = screenOf(store.getState())
  if (screen.name !== 'confirmAccount') throw new Error(`The screen is ${screen.name}.`)
  return screen
}

describe('a manual sign-in (C12)', () => {
  it('signs in whom the token names, at the tenant it names (AC-06)', async () => {
    const token = tokenFor('ayse', acme)
    const user = userOf(acme, { uid: 'ayse' })
    let held: string | undefined
    identity.owners.set(token, () => {
      held = store.getState().customToken
      return Promise.resolve({ user })
    })
    await expect(signIn(token, acme)).resolves.toEqual({ user, isSwitch: false })
    expect(held).toBe(token)
    expect(store.getState().customToken).toBe('')
  })

  it.each([
    ['another tenant than the request’s', acme, 'globex-4c5d6'],
    ['a tenant, where the request is for the project itself', acme, '_12345'],
    ['a tenant that this page does not serve', 'stranger-9z8y7', null],
  ])('is refused for %s', async (_what, ofToken, ofRequest) => {
    await expect(signIn(tokenFor('ayse', ofToken), ofRequest)).rejects.toMatchObject({
      code: 'mismatching-tenant',
    })
  })

  it('asks before another account takes the place of the one that is signed in', async () => {
    const token = tokenFor('emily')
    const emily = userOf(null, { uid: 'emily' })
    identity.remembered = userOf(null, { uid: 'ayse', email: 'ayse@example.com' })
    identity.owners.set(token, () => Promise.resolve({ user: emily }))
    const outcome = signIn(token, null)
    const screen = await vi.waitFor(confirmation)
    expect(screen.email).toBe('ayse@example.com')
    screen.change()
    await expect(outcome).resolves.toEqual({ user: emily, isSwitch: true })
  })

  it('leaves the account in place when the visitor wants to keep it', async () => {
    identity.remembered = userOf(null, { uid: 'ayse' })
    const outcome = signIn(tokenFor('emily'), null)
    const screen = await vi.waitFor(confirmation)
    screen.keep()
    await expect(outcome).resolves.toEqual({ user: identity.remembered, isSwitch: false })
  })

  it('does not ask the visitor about themselves', async () => {
    const token = tokenFor('ayse')
    identity.remembered = userOf(null, { uid: 'ayse' })
    identity.owners.set(token, () => Promise.resolve({ user: userOf(null, { uid: 'ayse' }) }))
    await expect(signIn(token, null)).resolves.toMatchObject({
      user: { uid: 'ayse' },
      isSwitch: false,
    })
  })

  it('tells what the identity service said, and holds the token no longer', async () => {
    const token = tokenFor('ayse')
    identity.owners.set(token, () => Promise.reject(new CodedError('auth/user-disabled')))
    await expect(signIn(token, null)).rejects.toMatchObject({ code: 'auth/user-disabled' })
    expect(store.getState().customToken).toBe('')
  })
})

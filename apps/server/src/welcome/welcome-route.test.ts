import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { ServerError } from '../errors/server-error.ts'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import { createLogger } from '../log/logger.ts'
import { createProvisioning } from '../provisioning/provisioning.ts'
import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '@foyer/test-services/identity-platform-server'
import { changeClaimsAlone, createMemoryWelcomeStore } from '../testing/memory-welcome-store.ts'
import {
  startProvisioningServer,
  type ProvisioningServer,
} from '@foyer/test-services/provisioning-server'
import type { Settings } from '../settings.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import { unlimited } from '../testing/unlimited.ts'
import { addWelcomeRoute } from './welcome-route.ts'

let platform: IdentityPlatformServer
let provisioning: ProvisioningServer
let app: FastifyInstance
let store: ReturnType<typeof createMemoryWelcomeStore>
let account: ServedAccount
const lines: string[] = []

const settings = createSettings()
settings.config.tenants = { 'Acme-x1y2z': { name: 'Acme' } }

const noPage = { html: '', prerender: null, files: new Map() }

beforeAll(async () => {
  ;[platform, provisioning] = await Promise.all([
    startIdentityPlatformServer(),
    startProvisioningServer(),
  ])
})
afterAll(async () => {
  await Promise.all([platform.close(), provisioning.close()])
})
beforeEach(() => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', platform.host)
  account = platform.addAccount({
    uid: 'u-1',
    tenantId: 'Acme-x1y2z',
    email: 'ayse@acme.example',
    claims: { firstLogin: true, role: 'driver' },
  })
  store = createMemoryWelcomeStore()
  app = openApp(settings)
})
afterEach(async () => {
  await app.close()
  vi.unstubAllEnvs()
  platform.accounts.length = 0
  platform.failure = null
  provisioning.received.length = 0
  provisioning.failures = []
  provisioning.onReceived = () => {}
  lines.length = 0
})

function identityWithin(timeoutMs: number) {
  const identity = createAdminIdentityPlatform({ projectId, timeoutMs })
  return { identity, changeClaims: changeClaimsAlone(identity) }
}

function openApp(own: Settings): FastifyInstance {
  const opened = createApp(
    own,
    noPage,
    createLogger('info', { write: (line) => void lines.push(line) }),
  )
  addWelcomeRoute(opened, own, {
    ...identityWithin(2_000),
    store,
    provisioning: createProvisioning(
      { url: provisioning.url, key: Buffer.alloc(32), mayBePrivate: true },
      { timeoutMs: 2_000, pausesMs: [1, 1] },
    ),
    limiter: unlimited,
    now: Date.now,
    clientOf: ({ ip }) => ip,
  })
  return opened
}

const seconds = () => Math.floor(Date.now() / 1000)
const announced = (): unknown => JSON.parse(provisioning.received[0]?.body ?? 'null')
const start = (idToken: string, headers: Record<string, string> = {}) =>
  app.inject({ url: '/welcome/start', query: { t: idToken }, headers })
const outcome = async (idToken: string, headers?: Record<string, string>) => {
  const answer = await start(idToken, headers)
  const { status, code } = answer.json<{ status?: string; code?: string }>()
  return status ?? `${answer.statusCode} ${code}`
}

describe('the first sign-in', () => {
  it('the first sign-in creates the row, reports the account to the other system and removes the claim (F3)', async () => {
    account.emailVerified = true
    const answer = await start(platform.idToken(account))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'done' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect([...store.rows.keys()]).toEqual(['Acme-x1y2z/u-1'])
    expect(announced()).toMatchObject({ uid: 'u-1', email: 'ayse@acme.example' })
    expect(provisioning.received).toHaveLength(1)
    expect(store.trail).toEqual([`Acme-x1y2z/u-1 ${String(answer.headers['x-request-id'])}`])
    expect(account.claims).toEqual({ role: 'driver' })
  })

  it('the first sign-in is handled once, even from several tabs', async () => {
    const tokens = [1, 2, 3, 4, 5].map((age) => platform.idToken(account, { iat: seconds() - age }))
    const outcomes = await Promise.all(tokens.map((token) => outcome(token)))
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'done'))
    expect(provisioning.received).toHaveLength(1)
    expect(store.trail).toHaveLength(1)
  })

  it('an account whose first sign-in was handled is not changed', async () => {
    account.claims = { role: 'driver' }
    expect(await outcome(platform.idToken(account))).toBe('done')
    expect(store.rows.size).toBe(0)
    expect(provisioning.received).toEqual([])
  })

  it('claims that the other system sets during its call are kept', async () => {
    provisioning.onReceived = () => {
      account.claims = { ...account.claims, depot: 7 }
    }
    await start(platform.idToken(account))
    expect(account.claims).toEqual({ role: 'driver', depot: 7 })
  })
})

describe('repetition after a failure', () => {
  it('after a failure of the other system, a repeated request continues', async () => {
    const token = platform.idToken(account)
    provisioning.failures = [500, 500, 500]
    const answer = await start(token)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(account.claims['firstLogin']).toBe(true)
    expect(store.trail).toEqual([])

    expect(await outcome(token)).toBe('done')
    expect(store.trail).toHaveLength(1)
    expect(account.claims['firstLogin']).toBeUndefined()
  })

  it('after a failure to remove the claim, a repeated request does not report the account again', async () => {
    vi.spyOn(store, 'recordWelcome').mockImplementationOnce(async () => {
      store.rows.set('Acme-x1y2z/u-1', { isWelcomed: true })
      platform.failure = 'unavailable'
    })
    const token = platform.idToken(account)
    expect(await outcome(token)).toBe('503 unavailable')
    platform.failure = null
    expect(await outcome(token)).toBe('done')
    expect(provisioning.received).toHaveLength(1)
    expect(account.claims['firstLogin']).toBeUndefined()
  })

  it('a timeout of Identity Platform is reported as such', async () => {
    const slow = createApp(settings, noPage, createLogger('silent'))
    addWelcomeRoute(slow, settings, {
      ...identityWithin(20),
      store,
      provisioning: null,
      limiter: unlimited,
      now: Date.now,
      clientOf: ({ ip }) => ip,
    })
    platform.failure = 'silence'
    const answer = await slow.inject({
      url: '/welcome/start',
      query: { t: platform.idToken(account) },
    })
    expect(answer.json()).toMatchObject({ code: 'deadline-exceeded' })
    expect(answer.statusCode).toBe(504)
  })
})

describe('limits of the first sign-in', () => {
  let counted: string[]
  beforeEach(() => {
    counted = []
  })
  const limitedBy = (full: string, user = account) => {
    const limited = createApp(settings, noPage, createLogger('silent'))
    addWelcomeRoute(limited, settings, {
      ...identityWithin(2_000),
      store,
      provisioning: null,
      limiter: {
        async take({ name }, who) {
          if (name === 'welcome') counted.push(who)
          if (name === full) throw new ServerError('resource-exhausted', { retryAfterSeconds: 7 })
        },
      },
      now: Date.now,
      clientOf: ({ ip }) => ip,
    })
    return limited.inject({ url: '/welcome/start', query: { t: platform.idToken(user) } })
  }

  it('too many requests for one account are refused, and the token remains valid', async () => {
    const refused = await limitedBy('welcome')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '7'])
    expect((await limitedBy('none')).statusCode).toBe(200)
  })

  it('each account of each tenant has its own limit', async () => {
    await limitedBy('none')
    await limitedBy('none')
    await limitedBy('none', platform.addAccount({ uid: 'u-2', tenantId: 'Acme-x1y2z' }))
    const [first, second, other] = counted
    expect(first).toBe(second)
    expect(other).not.toBe(first)
    expect(counted).toEqual([
      expect.stringContaining('u-1'),
      expect.stringContaining('u-1'),
      expect.stringContaining('u-2'),
    ])
    expect(counted.every((who) => who.includes('Acme-x1y2z'))).toBe(true)
  })

  it('too many requests of one client are refused before Identity Platform is called', async () => {
    platform.requests.length = 0
    expect((await limitedBy('welcome-client')).statusCode).toBe(429)
    expect(platform.requests).toEqual([])
  })
})

describe('tokens of the first sign-in', () => {
  it('a token can be used for one first sign-in', async () => {
    const token = platform.idToken(account)
    expect(await outcome(token)).toBe('done')
    expect(await outcome(token)).toBe('409 id-token-used')
  })

  it('the use of a token is stored until the token is too old by any clock', async () => {
    const issuedAt = seconds() - 100
    const token = platform.idToken(account, { iat: issuedAt })
    await outcome(token)
    expect(store.spent.get(token)?.getTime()).toBe((issuedAt + 300 + 30) * 1000)
  })

  it('an account that is deleted during its first sign-in is missing', async () => {
    provisioning.onReceived = () => {
      platform.accounts.length = 0
    }
    expect(await outcome(platform.idToken(account))).toBe('404 account-missing')
  })

  it.each([
    ['just now', 0, 'done'],
    ['by a clock 3 s ahead', 3, 'done'],
    ['by a clock 60 s ahead', 60, 'done'],
    ['by a clock 62 s ahead', 62, '401 id-token-refused'],
    ['two minutes ahead (hostile-I15)', 120, '401 id-token-refused'],
    ['four minutes ago', -240, 'done'],
    ['twenty minutes ago (hostile-I16)', -1200, '401 id-token-too-old'],
  ])('the age of a token is checked: issued %s', async (_name, offset, expected) => {
    const token = platform.idToken(account, { iat: seconds() + offset })
    expect(await outcome(token)).toBe(expected)
  })

  it.each([
    ['of a tenant that is not served (hostile-I17)', { tenantId: 'Beta-k9j8h' }],
    ['at project level, if only tenants are served (hostile-I18)', { tenantId: null }],
  ])('a token %s is refused at the first sign-in', async (_name, place) => {
    const otherAccount = platform.addAccount({ uid: 'u-2', ...place })
    expect(await outcome(platform.idToken(otherAccount))).toBe('403 mismatching-tenant')
  })

  it('a token of an anonymous account is refused (hostile-I19)', async () => {
    const token = platform.idToken(account, {
      firebase: { tenant: 'Acme-x1y2z', sign_in_provider: 'anonymous' },
    })
    expect(await outcome(token)).toBe('403 permission-denied')
  })

  it('a token whose account the access policy rejects is refused, with the providers that it allows (K2)', async () => {
    const token = (provider: string) =>
      platform.idToken(account, {
        firebase: { tenant: 'Acme-x1y2z', sign_in_provider: provider },
      })
    await app.close()
    app = openApp({ ...settings, policy: { others: { providers: ['saml.acme', 'phone'] } } })
    expect((await start(token('google.com'))).json()).toMatchObject({
      code: 'provider-not-allowed',
      message: 'saml.acme phone',
    })
    expect(await outcome(token('saml.acme'))).toBe('done')
  })

  it('a Microsoft guest is reported without the sign-in name that only looks like an email address', async () => {
    account.email = 'can_acme.example#ext#@globex.onmicrosoft.com'
    account.emailVerified = true
    expect(await outcome(platform.idToken(account))).toBe('done')
    expect(announced()).toMatchObject({ uid: 'u-1', email: null })
  })

  it('an account with an unverified email address is accepted, and the address remains unverified (hostile-I20)', async () => {
    expect(account.emailVerified).toBe(false)
    expect(await outcome(platform.idToken(account))).toBe('done')
    expect(account.emailVerified).toBe(false)
    expect(announced()).toMatchObject({ uid: 'u-1', email: null })
  })

  it('a token of a disabled account gets its own error', async () => {
    account.disabled = true
    expect(await outcome(platform.idToken(account))).toBe('403 user-disabled')
  })

  it.each([
    ['of another project (hostile-I08)', { aud: 'evil-proj' }],
    ['of another issuer (hostile-I10)', { iss: 'https://securetoken.google.com/evil-proj' }],
    ['without a subject (hostile-I12)', { sub: '' }],
  ])('a token with invalid claims is refused: %s', async (_name, changes) => {
    expect(await outcome(platform.idToken(account, changes))).toBe('401 id-token-refused')
  })

  it('a custom token is refused (hostile-C08)', async () => {
    const audience =
      'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
    expect(await outcome(platform.idToken(account, { aud: audience }))).toBe('401 id-token-refused')
  })

  it('no log line contains the token', async () => {
    const token = platform.idToken(account)
    provisioning.failures = [422]
    await start(token)
    await start('canary.canary.canary')
    const log = lines.join('')
    expect(log).toContain('/welcome/start')
    expect(log).not.toContain(token.split('.')[1])
    expect(log).not.toContain('canary')
    expect(log).not.toContain('ayse')
  })
})

describe('requests of the first sign-in', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'https://evil.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
    ['a navigation', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    [
      'a navigation without a destination',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    ],
    ['an image', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a prefetch', { 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', { purpose: 'prefetch' }],
  ])('a request of %s is refused before the token is verified', async (_name, headers) => {
    platform.requests.length = 0
    expect(await outcome(platform.idToken(account), headers)).toBe('403 permission-denied')
    expect(platform.requests).toEqual([])
    expect(account.claims['firstLogin']).toBe(true)
  })

  it('a request of the page is accepted with the headers of a browser', async () => {
    const headers = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    }
    expect(await outcome(platform.idToken(account), headers)).toBe('done')
  })

  it('a HEAD request changes nothing', async () => {
    const query = { t: platform.idToken(account) }
    await app.inject({ method: 'HEAD', url: '/welcome/start', query })
    expect(account.claims['firstLogin']).toBe(true)
  })

  it.each(['', 't=', 't=a&t=b'])('the query "%s" is refused', async (query) => {
    const answer = await app.inject(`/welcome/start?${query}`)
    expect(answer.json()).toMatchObject({ code: 'invalid-argument' })
  })
})

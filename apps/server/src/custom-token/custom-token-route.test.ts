import type { Config } from '@foyer/contract/config'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import type { AuditEntry } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import type { Limit } from '../limits/limiter.ts'
import { createLogger } from '../log/logger.ts'
import {
  createCustomTokenFixture,
  googleClient,
  googleToken,
  page,
  tenantId,
} from '../testing/custom-token-fixture.ts'
import { projectId } from '@foyer/test-services/identity-platform-server'
import { createSettings } from '../testing/settings-fixture.ts'
import { addCustomTokenRoute } from './custom-token-route.ts'
import { noProviderLinks } from './provider-links.ts'

const fixture = createCustomTokenFixture()

let app: FastifyInstance
let trail: AuditEntry[]
let taken: string[]
/** The name of the limit that is exceeded. */
let reachedLimit: string | null
const lines: string[] = []

function createTestApp(functionUrl: string, config: Partial<Config> = {}): FastifyInstance {
  const settings = createSettings({
    publicUrl: page,
    providers: {
      google: { clientIds: [googleClient], tokeninfoUrl: fixture.provider.tokeninfoUrl },
      microsoft: { clientIds: [], directories: [], graphUrl: fixture.provider.graphUrl },
    },
  })
  Object.assign(settings.config, { functionUrl, ...config })
  const files = { html: 'page', prerender: null, files: new Map() }
  const created = createApp(
    settings,
    files,
    createLogger('info', { write: (line) => void lines.push(line) }),
  )
  addCustomTokenRoute(created, settings, {
    identity: createAdminIdentityPlatform({ projectId, timeoutMs: 2_000 }),
    links: noProviderLinks,
    limiter: {
      async take({ name }: Limit, who: string) {
        taken.push(`${name} ${who}`)
        if (name === reachedLimit)
          throw new ServerError('resource-exhausted', { retryAfterSeconds: 42 })
      },
    },
    audit: async (entry) => void trail.push(entry),
    clientOf: () => '192.0.2.1',
  })
  return created
}

beforeEach(() => {
  trail = []
  taken = []
  reachedLimit = null
  lines.length = 0
  app = createTestApp('/function/link')
})
afterEach(() => app.close())

const ask = (
  token: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) => app.inject({ url: '/function/link', query: { token, tid: tenantId }, headers })

it('the page gets a custom token for a provider’s access token, and the audit trail records for which account (F2)', async () => {
  const answer = await ask(googleToken(fixture))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ token: expect.any(String) as string })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(trail).toEqual([
    {
      action: 'custom-token',
      outcome: 'done',
      uid: 'u-1',
      tenantId,
      requestId: answer.headers['x-request-id'],
    },
  ])
})

it('a refusal that is a decision is in the audit trail', async () => {
  fixture.account.emailVerified = false
  const answer = await ask(googleToken(fixture))
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'account-unproven' })
  expect(trail).toEqual([
    {
      action: 'custom-token',
      outcome: 'account-unproven',
      tenantId,
      requestId: answer.headers['x-request-id'],
    },
  ])
})

it.each<[string, () => unknown]>([
  ['provider-token-refused', () => fixture.provider.google.clear()],
  ['address-unproven', () => (fixture.account.hasSecondFactor = true)],
  ['account-unproven', () => (fixture.account.emailVerified = false)],
  ['account-missing', () => (fixture.platform.accounts.length = 0)],
  ['user-disabled', () => (fixture.account.disabled = true)],
])('the audit trail records that a custom token was refused with %s', async (code, change) => {
  const token = googleToken(fixture)
  change()
  expect((await ask(token)).json()).toMatchObject({ code })
  expect(trail.map(({ outcome }) => outcome)).toEqual([code])
})

it('a token of a provider that the company does not offer opens none of its accounts, even one that was linked before (K2)', async () => {
  await app.close()
  app = createTestApp('/function/link', {
    methods: ['google.com'],
    tenants: { [tenantId]: { name: 'Acme', methods: ['microsoft.com', 'phone'] } },
  })
  const answer = await ask(googleToken(fixture))
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
    403,
    'address-unproven',
  ])
  expect(fixture.provider.requests).toEqual([])
  expect(trail.map(({ outcome }) => outcome)).toEqual(['address-unproven'])
})

it('an outage is not recorded in the audit trail', async () => {
  fixture.provider.failures = [503]
  expect((await ask(googleToken(fixture))).statusCode).toBe(503)
  expect(trail).toEqual([])
})

describe('limits', () => {
  it.each([
    ['of one client are refused before the provider is called', 'custom-token-client', []],
    ['for one account get no custom token', 'custom-token-account', ['/tokeninfo']],
  ])('too many requests %s', async (_name, limit, asked) => {
    reachedLimit = limit
    const answer = await ask(googleToken(fixture))
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('42')
    expect(answer.json()).toMatchObject({ code: 'resource-exhausted' })
    expect(fixture.provider.requests).toEqual(asked)
    expect(trail).toEqual([])
  })

  it('requests are counted for each client and for each account', async () => {
    await ask(googleToken(fixture))
    expect(taken).toEqual([
      'custom-token-client 192.0.2.1',
      'custom-token-account ["Acme-x1y2z","u-1"]',
    ])
  })
})

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another origin', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['a sibling host', { 'sec-fetch-site': 'same-site' }],
  ['a client that is no browser', { accept: '*/*' }],
  ['an image', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ['a navigation', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
  [
    'a navigation without a destination',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  ],
  ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
])('a request from %s is refused before it is counted', async (_name, headers) => {
  const answer = await ask(googleToken(fixture), headers)
  expect(answer.statusCode).toBe(403)
  expect(taken).toEqual([])
})

it('no log line contains the token', async () => {
  await ask('ya29.canary')
  expect(lines.join('')).toContain('/function/link')
  expect(lines.join('')).not.toContain('canary')
})

it('the route does not exist if the function is deployed elsewhere', async () => {
  await app.close()
  app = createTestApp('https://functions.example.net/link')
  const answer = await app.inject({
    url: '/link?token=x',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.body).toBe('page')
})

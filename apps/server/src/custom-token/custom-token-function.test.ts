import { once } from 'node:events'
import http from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { createCustomTokenFunction } from './custom-token-function.ts'
import {
  call,
  googleToken,
  outcomeOf,
  createCustomTokenWorld,
  page,
  personalAccounts,
  googleClient,
  tenantId,
} from '../testing/custom-token-world.ts'
import { listen } from '@foyer/test-services/listen'

const world = createCustomTokenWorld()

describe('the request', () => {
  it.each([
    ['no token', {}, '400 invalid-argument'],
    ['an empty token', { token: '' }, '400 invalid-argument'],
    [
      'markup for a token (hostile-C19)',
      { token: '<script> alert(1)</script>' },
      '400 invalid-argument',
    ],
    [
      'a token over 8192 characters (hostile-C21)',
      { token: 'x'.repeat(8193) },
      '400 invalid-argument',
    ],
    [
      'a tenant in the wrong case (hostile-T03)',
      { token: 'x', tid: 'acme-x1y2z' },
      '403 mismatching-tenant',
    ],
    [
      'another project number (hostile-T04)',
      { token: 'x', tid: '_999999999999' },
      '403 mismatching-project-numbers',
    ],
    ['an underscore alone (hostile-T05)', { token: 'x', tid: '_' }, '400 invalid-argument'],
    ['an inherited name (hostile-T07)', { token: 'x', tid: '__proto__' }, '400 invalid-argument'],
    ['another inherited name', { token: 'x', tid: 'constructor' }, '403 mismatching-tenant'],
    [
      'two tenants (hostile-T08)',
      { token: 'x', tid: 'Acme-x1y2z,Beta-k9j8h' },
      '400 invalid-argument',
    ],
    ['a path (hostile-T09)', { token: 'x', tid: '../Acme-x1y2z' }, '400 invalid-argument'],
    ['a NUL (hostile-T10)', { token: 'x', tid: 'Acme-x1y2z\u0000' }, '400 invalid-argument'],
    ['a space (hostile-T11)', { token: 'x', tid: 'Acme-x1y2z ' }, '400 invalid-argument'],
    ['an empty tenant (hostile-T12)', { token: 'x', tid: '' }, '400 invalid-argument'],
    ['a tenant that is not served', { token: 'x', tid: 'Beta-k9j8h' }, '403 mismatching-tenant'],
    ['another method', { token: 'x', method: 'POST' }, '405 method-not-allowed'],
  ])('with %s is refused before anyone is asked', async (_name, request, expected) => {
    expect(await outcomeOf(world, request)).toBe(expected)
    expect(world.provider.requests).toEqual([])
  })

  it('for what is no address is refused', async () => {
    const { hostname, port } = new URL(world.origin)
    const sent = http.get({ hostname, port, path: '//[?token=x', headers: { origin: page } })
    const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
    expect(answer.statusCode).toBe(400)
    answer.destroy()
  })

  it('with its token twice is refused', async () => {
    const answer = await fetch(`${world.origin}/?token=a&token=b`, {
      headers: { origin: page },
    })
    expect(answer.status).toBe(400)
  })

  it('of the page may read the answer (hostile-N01)', async () => {
    const answer = await call(world, { token: googleToken(world) })
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBe('origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('of the page may read a refusal too', async () => {
    const answer = await call(world, {})
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(await answer.json()).toEqual({
      code: 'invalid-argument',
      message: 'Bad Request',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  it.each([
    ['a sandboxed frame (hostile-N02)', 'null'],
    ['a longer host (hostile-N03)', 'https://login.example.com.evil.test'],
    ['another host that ends alike (hostile-N04)', 'https://evil-login.example.com'],
    ['another scheme (hostile-N05)', 'http://login.example.com'],
    ['another port (hostile-N06)', 'https://login.example.com:8443'],
  ])('of %s is refused and cannot be read', async (_name, origin) => {
    const answer = await call(world, { token: googleToken(world), headers: { origin } })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(world.provider.requests).toEqual([])
  })

  it.each([
    ['a navigation', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['no browser', {}],
  ])('of %s is refused', async (_name, headers) => {
    expect(await outcomeOf(world, { token: googleToken(world), headers: { ...headers } })).toBe(
      '403 permission-denied',
    )
  })
})

describe('a provider', () => {
  it('that hangs up once is asked again', async () => {
    world.provider.failures = ['hang-up']
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('u-1')
    expect(world.provider.requests).toHaveLength(2)
  })

  it.each([
    ['hangs up twice', ['hang-up', 'hang-up']],
    ['has too many requests', [429]],
    ['fails', [500]],
    ['is away', [503]],
    ['answers with a page', ['html']],
    ['leads elsewhere', ['redirect', 'redirect']],
  ] as const)('that %s is unavailable, with the time to wait', async (_name, failures) => {
    world.provider.failures = [...failures]
    const answer = await call(world, { token: googleToken(world) })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })

  it('may answer while Identity Platform does not', async () => {
    world.platform.failure = 'unavailable'
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('503 unavailable')
  })
})

describe('the function by itself', () => {
  const environment = {
    FOYER_PUBLIC_URL: page,
    FOYER_PROJECT_ID: 'demo-proj',
    FOYER_GOOGLE_CLIENT_IDS: googleClient,
  }

  it('is made from the environment', () => {
    expect(createCustomTokenFunction(environment)).toBeTypeOf('function')
  })

  it('gives a custom token for what Google and Identity Platform say, and only in the tenants it serves', async () => {
    const handler = createCustomTokenFunction({ ...environment, FOYER_TENANTS: tenantId })
    const server = http.createServer((request, response) => void handler(request, response))
    const { host, close } = await listen(server)
    const google: URL[] = []
    const direct = fetch
    vi.stubGlobal('fetch', (given: URL, options: RequestInit) => {
      if (given.host === host) return direct(given, options)
      google.push(given)
      return direct(new URL(given.search, world.provider.tokeninfoUrl), options)
    })
    try {
      const wired = { ...world, origin: `http://${host}` }
      expect(await outcomeOf(wired, { token: googleToken(world) })).toBe('u-1')
      expect(google.map(({ origin, pathname }) => origin + pathname)).toEqual([
        'https://oauth2.googleapis.com/tokeninfo',
      ])
      expect(await outcomeOf(wired, { token: 'ya29.good', tid: 'Beta-k9j8h' })).toBe(
        '403 mismatching-tenant',
      )
      const headers = { origin: 'https://evil.test' }
      expect(await outcomeOf(wired, { token: 'ya29.good', headers })).toBe('403 permission-denied')
    } finally {
      vi.unstubAllGlobals()
      await close()
    }
  })

  it('names every error of its settings', () => {
    expect(() =>
      createCustomTokenFunction({
        FOYER_PUBLIC_URL: 'http://login.example.com',
        FOYER_MICROSOFT_CLIENT_IDS: 'secret-value',
        FOYER_MICROSOFT_DIRECTORIES: personalAccounts,
        FOYER_TENANTS: '../x',
      }),
    ).toThrow(
      /FOYER_PUBLIC_URL must be .*FOYER_PROJECT_ID is missing.*FOYER_TENANTS must be .*FOYER_MICROSOFT_CLIENT_IDS must be .*FOYER_MICROSOFT_DIRECTORIES must be /s,
    )
  })

  it.each(['FIREBASE_AUTH_EMULATOR_HOST', 'FOYER_GOOGLE_TOKENINFO_URL', 'FOYER_GRAPH_URL'])(
    'does not start with %s',
    (key) => {
      expect(() =>
        createCustomTokenFunction({ ...environment, [key]: 'http://localhost:1/x' }),
      ).toThrow(`${key} is for the local stack alone`)
    },
  )
})

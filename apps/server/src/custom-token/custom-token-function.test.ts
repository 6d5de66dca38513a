import { once } from 'node:events'
import http from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { createCustomTokenFunction } from './custom-token-function.ts'
import {
  call,
  googleToken,
  outcomeOf,
  createCustomTokenFixture,
  page,
  personalAccounts,
  googleClient,
  tenantId,
} from '../testing/custom-token-fixture.ts'
import { listen } from '@foyer/test-services/listen'

const fixture = createCustomTokenFixture()

describe('requests to the function', () => {
  it.each([
    ['no token', {}, '400 invalid-argument'],
    ['an empty token', { token: '' }, '400 invalid-argument'],
    [
      'HTML as a token (hostile-C19)',
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
    [
      'only an underscore as a tenant (hostile-T05)',
      { token: 'x', tid: '_' },
      '400 invalid-argument',
    ],
    [
      'an inherited property name as a tenant (hostile-T07)',
      { token: 'x', tid: '__proto__' },
      '400 invalid-argument',
    ],
    [
      'another inherited property name as a tenant',
      { token: 'x', tid: 'constructor' },
      '403 mismatching-tenant',
    ],
    [
      'two tenants (hostile-T08)',
      { token: 'x', tid: 'Acme-x1y2z,Beta-k9j8h' },
      '400 invalid-argument',
    ],
    [
      'a path as a tenant (hostile-T09)',
      { token: 'x', tid: '../Acme-x1y2z' },
      '400 invalid-argument',
    ],
    [
      'a tenant with a NUL (hostile-T10)',
      { token: 'x', tid: 'Acme-x1y2z\u0000' },
      '400 invalid-argument',
    ],
    [
      'a tenant with a space (hostile-T11)',
      { token: 'x', tid: 'Acme-x1y2z ' },
      '400 invalid-argument',
    ],
    ['an empty tenant (hostile-T12)', { token: 'x', tid: '' }, '400 invalid-argument'],
    ['a tenant that is not served', { token: 'x', tid: 'Beta-k9j8h' }, '403 mismatching-tenant'],
    ['another HTTP method', { token: 'x', method: 'POST' }, '405 method-not-allowed'],
  ])(
    'a request with %s is refused before any other service is called',
    async (_name, request, expected) => {
      expect(await outcomeOf(fixture, request)).toBe(expected)
      expect(fixture.provider.requests).toEqual([])
    },
  )

  it('a request whose URL is invalid is refused', async () => {
    const { hostname, port } = new URL(fixture.origin)
    const sent = http.get({ hostname, port, path: '//[?token=x', headers: { origin: page } })
    const [answer] = (await once(sent, 'response')) as [http.IncomingMessage]
    expect(answer.statusCode).toBe(400)
    answer.destroy()
  })

  it('a request with two tokens is refused', async () => {
    const answer = await fetch(`${fixture.origin}/?token=a&token=b`, {
      headers: { origin: page },
    })
    expect(answer.status).toBe(400)
  })

  it('the page may read the response (hostile-N01)', async () => {
    const answer = await call(fixture, { token: googleToken(fixture) })
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBe('origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('the page may read an error response', async () => {
    const answer = await call(fixture, {})
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
    ['another host with the same ending (hostile-N04)', 'https://evil-login.example.com'],
    ['another scheme (hostile-N05)', 'http://login.example.com'],
    ['another port (hostile-N06)', 'https://login.example.com:8443'],
  ])(
    'a request from %s is refused, and its sender cannot read the response',
    async (_name, origin) => {
      const answer = await call(fixture, { token: googleToken(fixture), headers: { origin } })
      expect(answer.status).toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(fixture.provider.requests).toEqual([])
    },
  )

  it.each([
    ['a navigation', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['a client that is no browser', {}],
  ])('a request from %s is refused', async (_name, headers) => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture), headers: { ...headers } })).toBe(
      '403 permission-denied',
    )
  })
})

describe('a provider’s failures', () => {
  it('a provider that closes the connection once gets the request again', async () => {
    fixture.provider.failures = ['hang-up']
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('u-1')
    expect(fixture.provider.requests).toHaveLength(2)
  })

  it.each([
    ['closes the connection twice', ['hang-up', 'hang-up']],
    ['responds that there are too many requests', [429]],
    ['responds with an error', [500]],
    ['responds that it is unavailable', [503]],
    ['responds with HTML', ['html']],
    ['redirects', ['redirect', 'redirect']],
  ] as const)(
    'a provider that %s is unavailable, and the response says when to retry',
    async (_name, failures) => {
      fixture.provider.failures = [...failures]
      const answer = await call(fixture, { token: googleToken(fixture) })
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    },
  )

  it('the function responds when the provider fails and Identity Platform does not answer', async () => {
    fixture.platform.failure = 'unavailable'
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('503 unavailable')
  })
})

describe('the function without a server', () => {
  const environment = {
    FOYER_PUBLIC_URL: page,
    FOYER_PROJECT_ID: 'demo-proj',
    FOYER_GOOGLE_CLIENT_IDS: googleClient,
  }

  it('the function is created from environment variables', () => {
    expect(createCustomTokenFunction(environment)).toBeTypeOf('function')
  })

  it('the function returns a custom token for a valid provider token, and only in the tenants that it serves', async () => {
    const handler = createCustomTokenFunction({ ...environment, FOYER_TENANTS: tenantId })
    const server = http.createServer((request, response) => void handler(request, response))
    const { host, close } = await listen(server)
    const google: URL[] = []
    const direct = fetch
    vi.stubGlobal('fetch', (given: URL, options: RequestInit) => {
      if (given.host === host) return direct(given, options)
      google.push(given)
      return direct(new URL(given.search, fixture.provider.tokeninfoUrl), options)
    })
    try {
      const wired = { ...fixture, origin: `http://${host}` }
      expect(await outcomeOf(wired, { token: googleToken(fixture) })).toBe('u-1')
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

  it('the function lists all errors in its settings', () => {
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
    'the function does not start with %s',
    (key) => {
      expect(() =>
        createCustomTokenFunction({ ...environment, [key]: 'http://localhost:1/x' }),
      ).toThrow(`${key} is for the local stack alone`)
    },
  )
})

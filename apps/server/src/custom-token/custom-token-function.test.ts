import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '../testing/identity-platform-server.ts'
import { startProviderServer, type ProviderServer } from '../testing/provider-server.ts'
import { createCustomTokenFunction, createCustomTokenHandler } from './custom-token-function.ts'
import type { ProvenLinks } from './proven-links.ts'

const page = 'https://login.example.com'
const tenantId = 'Acme-x1y2z'
const googleClient = '123-abc.apps.googleusercontent.com'
const microsoftClient = '11111111-1111-4111-8111-111111111111'
const trustedDirectory = '22222222-2222-4222-8222-222222222222'
const otherDirectory = '33333333-3333-4333-8333-333333333333'
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'
const oid = '44444444-4444-4444-8444-444444444444'

let platform: IdentityPlatformServer
let provider: ProviderServer
let server: http.Server
let account: ServedAccount
const linked = new Map<string, string>()
const links: ProvenLinks = {
  find: async ({ directory, subject }) => linked.get(`${directory}/${subject}`) ?? null,
  remember: async ({ directory, subject }, _tenantId, uid) => {
    linked.set(`${directory}/${subject}`, uid)
  },
}

beforeAll(async () => {
  ;[platform, provider] = await Promise.all([startIdentityPlatformServer(), startProviderServer()])
  const { tokeninfoUrl, graphUrl } = provider
  const handler = createCustomTokenHandler(
    {
      pageOrigin: page,
      tenants: { [tenantId]: true, _123456789012: true },
      providers: {
        google: { clientIds: [googleClient], tokeninfoUrl },
        microsoft: { clientIds: [microsoftClient], directories: [trustedDirectory], graphUrl },
      },
    },
    { identity: createAdminIdentityPlatform({ projectId, patienceMs: 2_000 }), links },
  )
  server = http.createServer((request, response) => void handler(request, response))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await Promise.all([
    new Promise((resolve) => server.close(resolve)),
    platform.close(),
    provider.close(),
  ])
})
beforeEach(() => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', platform.host)
  account = platform.addAccount({
    uid: 'u-1',
    tenantId,
    email: 'can@acme.example',
    emailVerified: true,
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  platform.accounts.length = 0
  platform.fault = null
  provider.google.clear()
  provider.microsoft.clear()
  provider.faults = []
  provider.requests.length = 0
  linked.clear()
})

interface Call {
  token?: string
  tid?: string
  method?: string
  headers?: Record<string, string>
}

function call({ token, tid = tenantId, method = 'GET', headers = { origin: page } }: Call) {
  const { port } = server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}/function/link`)
  if (token !== undefined) url.searchParams.set('token', token)
  url.searchParams.set('tid', tid)
  return fetch(url, { method, headers })
}

async function outcome(of: Call): Promise<string> {
  const answer = await call(of)
  const body = (await answer.json()) as Record<string, string>
  return body['token'] === undefined ? `${answer.status} ${body['code']}` : uidIn(body['token'])
}

const uidIn = (customToken: string) => String(payloadOf(customToken)['uid'])
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

function googleToken(changes: Record<string, unknown> = {}): string {
  provider.google.set('ya29.good', {
    aud: googleClient,
    sub: '1001',
    expires_in: '3000',
    email: 'can@acme.example',
    email_verified: 'true',
    ...changes,
  })
  return 'ya29.good'
}

/** A token that Graph accepts; `unknown` is one that it does not. */
function microsoftToken(
  claims: Record<string, unknown> = {},
  me: Record<string, unknown> = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3000
  const token = `${encode({ alg: 'RS256' })}.${encode({
    appid: microsoftClient,
    tid: trustedDirectory,
    oid,
    exp,
    ...claims,
  })}.c2ln`
  provider.microsoft.set(token, {
    id: oid,
    mail: 'can@acme.example',
    userPrincipalName: 'can@acme.example',
    ...me,
  })
  return token
}

describe('a Google token', () => {
  it('of a verified address gets a custom token for the account with it (C10, F2)', async () => {
    const answer = await call({ token: googleToken() })
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    expect(payloadOf(token)).toMatchObject({ uid: 'u-1', tenant_id: tenantId })
  })

  it.each([
    ['made out to another application', { aud: 'evil.apps.googleusercontent.com' }],
    ['past its time', { expires_in: '0' }],
    ['without a person', { sub: undefined }],
    ['with an expiry that is no number', { expires_in: 'soon' }],
  ])('%s is refused', async (_name, changes) => {
    expect(await outcome({ token: googleToken(changes) })).toBe('401 provider-token-refused')
  })

  it('that Google does not know is refused', async () => {
    expect(await outcome({ token: 'ya29.unknown' })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an address that Google has not verified', { email_verified: 'false' }],
    ['no word on whether it is verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['two addresses in one', { email: 'can@acme.example, x@evil.test' }],
  ])('with %s proves nothing', async (_name, changes) => {
    expect(await outcome({ token: googleToken(changes) })).toBe('403 address-unproven')
  })
})

it('A letter that becomes another when case is folded makes no equal address', async () => {
  platform.addAccount({ uid: 'u-k', tenantId, email: 'kemal@acme.example', emailVerified: true })
  const kelvin = '\u212A'
  expect(await outcome({ token: googleToken({ email: `${kelvin}emal@acme.example` }) })).toBe(
    '403 address-unproven',
  )
})

describe('a Microsoft token', () => {
  it('of a trusted directory gets a custom token for the account with its address', async () => {
    expect(await outcome({ token: microsoftToken() })).toBe('u-1')
  })

  it('of any directory gets one when Microsoft proves the owner of its domain', async () => {
    const token = microsoftToken({ tid: otherDirectory, xms_edov: true, email: 'can@acme.example' })
    expect(await outcome({ token })).toBe('u-1')
  })

  it.each([
    ['made out to another application', { appid: '55555555-5555-4555-8555-555555555555' }],
    ['made out to nobody', { appid: undefined }],
    ['made out to two applications', { azp: '55555555-5555-4555-8555-555555555555' }],
    ['without a directory', { tid: undefined }],
    ['without a person', { oid: undefined }],
    ['past its time', { exp: 1 }],
  ])('%s is refused, and Microsoft never sees it', async (_name, claims) => {
    expect(await outcome({ token: microsoftToken(claims) })).toBe('401 provider-token-refused')
    expect(provider.requests).toEqual([])
  })

  it('whose payload was written by the bearer is refused, because Microsoft refuses it', async () => {
    const token = microsoftToken()
    provider.microsoft.clear()
    expect(await outcome({ token })).toBe('401 provider-token-refused')
  })

  it('of one person in the payload and another at Microsoft is refused', async () => {
    const token = microsoftToken({}, { id: '66666666-6666-4666-8666-666666666666' })
    expect(await outcome({ token })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an untrusted directory', { tid: otherDirectory }, {}],
    [
      'an untrusted directory that writes our address into its mail field',
      { tid: otherDirectory },
      { userPrincipalName: 'x@evil.test' },
    ],
    [
      'a domain that Microsoft says is not proven',
      { tid: otherDirectory, xms_edov: false, email: 'can@acme.example' },
      {},
    ],
    ['a proven domain without an address', { tid: otherDirectory, xms_edov: true }, {}],
    [
      'a personal account',
      { tid: personalAccounts, xms_edov: true, email: 'can@acme.example' },
      {},
    ],
    [
      'a guest of a trusted directory',
      {},
      { userPrincipalName: 'can_acme.example#EXT#@trusted.example' },
    ],
    ['no sign-in name', {}, { userPrincipalName: null }],
  ])('of %s proves no address', async (_name, claims, me) => {
    expect(await outcome({ token: microsoftToken(claims, me) })).toBe('403 address-unproven')
  })

  it('of a trusted directory proves no mailbox of a foreign domain', async () => {
    const token = microsoftToken({}, { userPrincipalName: 'can@trusted.example' })
    expect(await outcome({ token })).toBe('404 account-missing')
  })

  it('of a trusted directory proves a mailbox of the same domain', async () => {
    const token = microsoftToken({}, { userPrincipalName: 'c.demir@acme.example' })
    expect(await outcome({ token })).toBe('u-1')
  })

  it('that is opaque, of a personal account, proves no address', async () => {
    provider.microsoft.set('EwBgA8l6', { id: 'a1', mail: 'can@acme.example' })
    expect(await outcome({ token: 'EwBgA8l6' })).toBe('403 address-unproven')
    expect(await outcome({ token: 'EwBunknown' })).toBe('401 provider-token-refused')
  })

  it('of a person who was proven before needs no address', async () => {
    await outcome({ token: microsoftToken() })
    const token = microsoftToken({}, { mail: null, userPrincipalName: null })
    expect(await outcome({ token })).toBe('u-1')
  })

  it('of a directory with a proven person of the same id proves nothing by it', async () => {
    await outcome({ token: microsoftToken() })
    expect(await outcome({ token: microsoftToken({ tid: otherDirectory }) })).toBe(
      '403 address-unproven',
    )
  })
})

describe('the account', () => {
  it('whose own address was never verified may not be entered (pre-hijacking)', async () => {
    account.emailVerified = false
    expect(await outcome({ token: googleToken() })).toBe('403 account-unproven')
  })

  it('that is disabled is refused as such', async () => {
    account.disabled = true
    expect(await outcome({ token: googleToken() })).toBe('403 user-disabled')
    expect(linked.size).toBe(0)
  })

  it('may be missing (E1)', async () => {
    expect(await outcome({ token: googleToken({ email: 'nobody@acme.example' }) })).toBe(
      '404 account-missing',
    )
  })

  it('of another tenant is not found', async () => {
    expect(await outcome({ token: googleToken(), tid: '_123456789012' })).toBe(
      '404 account-missing',
    )
  })

  it('that was proven and is gone is found by its address again', async () => {
    await outcome({ token: googleToken() })
    platform.accounts.length = 0
    platform.addAccount({ uid: 'u-2', tenantId, email: 'can@acme.example', emailVerified: true })
    expect(await outcome({ token: googleToken() })).toBe('u-2')
    expect([...linked.values()]).toEqual(['u-2'])
  })
})

describe('the request', () => {
  it.each([
    ['no token', {}, '400 invalid-argument'],
    ['an empty token', { token: '' }, '400 invalid-argument'],
    ['markup for a token (C19)', { token: '<script> alert(1)</script>' }, '400 invalid-argument'],
    ['a token over 8192 characters (C21)', { token: 'x'.repeat(8193) }, '400 invalid-argument'],
    [
      'a tenant in the wrong case (T03)',
      { token: 'x', tid: 'acme-x1y2z' },
      '403 permission-denied',
    ],
    ['another project number (T04)', { token: 'x', tid: '_999999999999' }, '403 permission-denied'],
    ['an underscore alone (T05)', { token: 'x', tid: '_' }, '400 invalid-argument'],
    ['an inherited name (T07)', { token: 'x', tid: '__proto__' }, '400 invalid-argument'],
    ['another inherited name', { token: 'x', tid: 'constructor' }, '403 permission-denied'],
    ['two tenants (T08)', { token: 'x', tid: 'Acme-x1y2z,Beta-k9j8h' }, '400 invalid-argument'],
    ['a path (T09)', { token: 'x', tid: '../Acme-x1y2z' }, '400 invalid-argument'],
    ['a NUL (T10)', { token: 'x', tid: 'Acme-x1y2z\u0000' }, '400 invalid-argument'],
    ['a space (T11)', { token: 'x', tid: 'Acme-x1y2z ' }, '400 invalid-argument'],
    ['an empty tenant (T12)', { token: 'x', tid: '' }, '400 invalid-argument'],
    ['a tenant that is not served', { token: 'x', tid: 'Beta-k9j8h' }, '403 permission-denied'],
    ['another method', { token: 'x', method: 'POST' }, '405 method-not-allowed'],
  ])('with %s is refused before anyone is asked', async (_name, request, expected) => {
    expect(await outcome(request)).toBe(expected)
    expect(provider.requests).toEqual([])
  })

  it('with its token twice is refused (UR-15)', async () => {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/?token=a&token=b`, {
      headers: { origin: page },
    })
    expect(answer.status).toBe(400)
  })

  it('of the page may read the answer (N01)', async () => {
    const answer = await call({ token: googleToken() })
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toBe('origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('of the page may read a refusal too', async () => {
    const answer = await call({})
    expect(answer.headers.get('access-control-allow-origin')).toBe(page)
    expect(await answer.json()).toEqual({
      code: 'invalid-argument',
      message: 'Bad Request',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  it.each([
    ['a sandboxed frame (N02)', 'null'],
    ['a longer host (N03)', 'https://login.example.com.evil.test'],
    ['another host that ends alike (N04)', 'https://evil-login.example.com'],
    ['another scheme (N05)', 'http://login.example.com'],
    ['another port (N06)', 'https://login.example.com:8443'],
  ])('of %s is refused and cannot be read', async (_name, origin) => {
    const answer = await call({ token: googleToken(), headers: { origin } })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(provider.requests).toEqual([])
  })

  it.each([
    ['a navigation', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['no browser', {}],
  ])('of %s is refused', async (_name, headers) => {
    expect(await outcome({ token: googleToken(), headers: { ...headers } })).toBe(
      '403 permission-denied',
    )
  })
})

describe('a provider', () => {
  it('that hangs up once is asked again', async () => {
    provider.faults = ['hang-up']
    expect(await outcome({ token: googleToken() })).toBe('u-1')
    expect(provider.requests).toHaveLength(2)
  })

  it.each([
    ['hangs up twice', ['hang-up', 'hang-up']],
    ['has too many requests', [429]],
    ['fails', [500]],
    ['is away', [503]],
    ['answers with a page', ['html']],
    ['leads elsewhere', ['redirect', 'redirect']],
  ] as const)('that %s is unavailable, with the time to wait', async (_name, faults) => {
    provider.faults = [...faults]
    const answer = await call({ token: googleToken() })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })

  it('may answer while Identity Platform does not', async () => {
    platform.fault = 'unavailable'
    expect(await outcome({ token: googleToken() })).toBe('503 unavailable')
  })
})

describe('the function by itself', () => {
  const environment = {
    FOYER_PUBLIC_URL: page,
    FOYER_PROJECT_ID: projectId,
    FOYER_GOOGLE_CLIENT_IDS: googleClient,
  }

  it('is made from the environment', () => {
    expect(createCustomTokenFunction(environment)).toBeTypeOf('function')
  })

  it('names every fault of its settings', () => {
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

import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createCustomTokenHandler } from '../custom-token/custom-token-function.ts'
import type { ProviderLinks } from '../custom-token/provider-links.ts'
import type { ProviderUser } from '../custom-token/provider-user.ts'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '@foyer/test-services/identity-platform-server'
import { listen } from '@foyer/test-services/listen'
import { startProviderServer, type ProviderServer } from '@foyer/test-services/provider-server'

type Json = Record<string, unknown>

export const page = 'https://login.example.com'
export const tenantId = 'Acme-x1y2z'
export const googleClient = '123-abc.apps.googleusercontent.com'
const trustedDirectory = '22222222-2222-4222-8222-222222222222'
export const otherDirectory = '33333333-3333-4333-8333-333333333333'
export const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad'
const microsoftClient = '11111111-1111-4111-8111-111111111111'
export const objectId = '44444444-4444-4444-8444-444444444444'

export interface Call {
  token?: string
  tid?: string
  method?: string
  headers?: Record<string, string>
}

/** The function on a `node:http` server, with simulated Google, Microsoft and Identity Platform services. */
export interface CustomTokenFixture {
  platform: IdentityPlatformServer
  provider: ProviderServer
  /** The only account: can@acme.example, with a verified email address. */
  account: ServedAccount
  /** Stored links by provider user and tenant. */
  linked: Map<string, string>
  origin: string
}

/** Registers hooks that start the services and reset them for each test in the calling file. */
export function createCustomTokenFixture(): CustomTokenFixture {
  const fixture = { linked: new Map() } as CustomTokenFixture
  let listening: Awaited<ReturnType<typeof listen>>
  const keyOf = ({ providerId, directory, subject }: ProviderUser, tenant: string | null) =>
    JSON.stringify([providerId, directory, subject, tenant])
  const links: ProviderLinks = {
    find: async (user, tenant) => fixture.linked.get(keyOf(user, tenant)) ?? null,
    remember: async (user, tenant, uid) => void fixture.linked.set(keyOf(user, tenant), uid),
    forget: async (user, tenant) => void fixture.linked.delete(keyOf(user, tenant)),
  }

  beforeAll(async () => {
    ;[fixture.platform, fixture.provider] = await Promise.all([
      startIdentityPlatformServer(),
      startProviderServer(),
    ])
    const { tokeninfoUrl, graphUrl } = fixture.provider
    const handler = createCustomTokenHandler(
      {
        pageOrigin: page,
        tenants: { [tenantId]: true, _123456789012: true },
        providers: {
          google: { clientIds: [googleClient], tokeninfoUrl },
          microsoft: { clientIds: [microsoftClient], directories: [trustedDirectory], graphUrl },
        },
      },
      { identity: createAdminIdentityPlatform({ projectId, timeoutMs: 2_000 }), links },
    )
    const server = http.createServer((request, response) => void handler(request, response))
    listening = await listen(server)
    fixture.origin = `http://${listening.host}`
  })
  afterAll(async () => {
    await Promise.all([listening.close(), fixture.platform.close(), fixture.provider.close()])
  })

  beforeEach(() => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', fixture.platform.host)
    fixture.account = fixture.platform.addAccount({
      uid: 'u-1',
      tenantId,
      email: 'can@acme.example',
      emailVerified: true,
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    fixture.platform.accounts.length = 0
    fixture.platform.failure = null
    fixture.provider.google.clear()
    fixture.provider.microsoft.clear()
    fixture.provider.failures = []
    fixture.provider.requests.length = 0
    fixture.linked.clear()
  })
  return fixture
}

export function call(
  { origin }: CustomTokenFixture,
  { token, tid = tenantId, method = 'GET', headers = { origin: page } }: Call,
): Promise<Response> {
  const url = new URL('/function/link', origin)
  if (token !== undefined) url.searchParams.set('token', token)
  url.searchParams.set('tid', tid)
  return fetch(url, { method, headers })
}

/** The uid in the custom token, or the status and code of the refusal. */
export async function outcomeOf(fixture: CustomTokenFixture, given: Call): Promise<string> {
  const answer = await call(fixture, given)
  const body = (await answer.json()) as Record<string, string>
  return body['token'] === undefined
    ? `${answer.status} ${body['code']}`
    : String(payloadOf(body['token'])['uid'])
}

export function payloadOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json
}

/** A token that the simulated Google accepts. */
export function googleToken({ provider }: CustomTokenFixture, changes: Json = {}): string {
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

/** A token that the simulated Microsoft accepts, with its answer about the user. */
export function microsoftToken(
  { provider }: CustomTokenFixture,
  claims: Json = {},
  me: Json = {},
): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = {
    appid: microsoftClient,
    tid: trustedDirectory,
    oid: objectId,
    exp: Math.floor(Date.now() / 1000) + 3000,
    ...claims,
  }
  const token = `${encode({ alg: 'RS256' })}.${encode(payload)}.c2ln`
  provider.microsoft.set(token, {
    id: objectId,
    mail: 'can@acme.example',
    userPrincipalName: 'can@acme.example',
    ...me,
  })
  return token
}

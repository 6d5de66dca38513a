import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { createCustomTokenHandler } from '../custom-token/custom-token-function.ts'
import type { ProvenLinks } from '../custom-token/proven-links.ts'
import type { ProvenPerson } from '../custom-token/proven-person.ts'
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

/** The function under plain `node:http`, with Google, Microsoft and Identity Platform beside it. */
export interface CustomTokenWorld {
  platform: IdentityPlatformServer
  provider: ProviderServer
  /** The one account there is, its address proven: can@acme.example. */
  account: ServedAccount
  /** Proven links by person and tenant. */
  linked: Map<string, string>
  origin: string
}

/** A new world for each test of the file that calls this. */
export function createCustomTokenWorld(): CustomTokenWorld {
  const world = { linked: new Map() } as CustomTokenWorld
  let listening: Awaited<ReturnType<typeof listen>>
  const keyOf = ({ providerId, directory, subject }: ProvenPerson, tenant: string | null) =>
    JSON.stringify([providerId, directory, subject, tenant])
  const links: ProvenLinks = {
    find: async (person, tenant) => world.linked.get(keyOf(person, tenant)) ?? null,
    remember: async (person, tenant, uid) => void world.linked.set(keyOf(person, tenant), uid),
    forget: async (person, tenant) => void world.linked.delete(keyOf(person, tenant)),
  }

  beforeAll(async () => {
    ;[world.platform, world.provider] = await Promise.all([
      startIdentityPlatformServer(),
      startProviderServer(),
    ])
    const { tokeninfoUrl, graphUrl } = world.provider
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
    const server = http.createServer((request, response) => void handler(request, response))
    listening = await listen(server)
    world.origin = `http://${listening.host}`
  })
  afterAll(async () => {
    await Promise.all([listening.close(), world.platform.close(), world.provider.close()])
  })

  beforeEach(() => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', world.platform.host)
    world.account = world.platform.addAccount({
      uid: 'u-1',
      tenantId,
      email: 'can@acme.example',
      emailVerified: true,
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    world.platform.accounts.length = 0
    world.platform.failure = null
    world.provider.google.clear()
    world.provider.microsoft.clear()
    world.provider.failures = []
    world.provider.requests.length = 0
    world.linked.clear()
  })
  return world
}

export function call(
  { origin }: CustomTokenWorld,
  { token, tid = tenantId, method = 'GET', headers = { origin: page } }: Call,
): Promise<Response> {
  const url = new URL('/function/link', origin)
  if (token !== undefined) url.searchParams.set('token', token)
  url.searchParams.set('tid', tid)
  return fetch(url, { method, headers })
}

/** The uid that the custom token is for, or status and code of the refusal. */
export async function outcomeOf(world: CustomTokenWorld, given: Call): Promise<string> {
  const answer = await call(world, given)
  const body = (await answer.json()) as Record<string, string>
  return body['token'] === undefined
    ? `${answer.status} ${body['code']}`
    : String(payloadOf(body['token'])['uid'])
}

export function payloadOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json
}

/** A token that Google vouches for. */
export function googleToken({ provider }: CustomTokenWorld, changes: Json = {}): string {
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

/** A token that Microsoft accepts, and what it then says of its bearer. */
export function microsoftToken(
  { provider }: CustomTokenWorld,
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

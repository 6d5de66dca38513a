import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openAccountService, type AccountService } from './account-service.ts'
import { createApp } from './app.ts'
import { createLogger } from './log/logger.ts'
import { createMetrics } from './metrics/metrics.ts'
import { readPageFiles } from './page/page-files.ts'
import { parseSettings } from './settings.ts'
import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
} from '@foyer/test-services/identity-platform-server'
import { localEnvironment } from './testing/local-environment.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { createTestStore, type TestStore } from './testing/test-store.ts'

/** Every text in it that could name a customer has one of these words. */
const customers = /zorgon|quibble/i
const config = {
  listTenants: false,
  selfRegistration: true,
  methods: ['google.com'],
  tenants: {
    _12345: { name: 'Everyone' },
    'zorgon-1a2b3': {
      name: 'Zorgon',
      domains: ['zorgon.example'],
      logoUrl: 'https://cdn.zorgon.example/logo.svg',
      methods: [{ provider: 'oidc.zorgon', label: { en: 'Zorgon SSO', tr: 'Zorgon SSO' } }],
    },
    'quibble-1a2b3': { name: 'Quibble', domains: ['quibble.example'], accent: '#7a1f3d' },
  },
}

let platform: IdentityPlatformServer
let store: TestStore
let service: AccountService
let app: FastifyInstance
const page = createPageFixture()

beforeAll(async () => {
  platform = await startIdentityPlatformServer()
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', platform.host)
  store = await createTestStore('embedded')
  const environment = {
    ...localEnvironment(page.directory, Buffer.alloc(32, 5)),
    FOYER_PROJECT_ID: projectId,
    FOYER_CONFIG_FILE: 'config.json',
    FOYER_MAIL_URL: 'smtp://127.0.0.1:1',
    FOYER_MAIL_FROM: 'no-reply@example.com',
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
  }
  const parsed = parseSettings(environment, () => JSON.stringify(config))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const settings = { ...parsed.settings, store: store.settings, projectId }
  const logger = createLogger('silent')
  service = await openAccountService(settings, { logger, metrics: createMetrics() })
  app = createApp(settings, await readPageFiles(page.directory), logger)
  service.addRoutes(app)
  await app.ready()
})

afterAll(async () => {
  await app.close()
  const stopped = service.stopWorkers()
  await Promise.all([stopped.emails, stopped.others])
  await service.close()
  await Promise.all([store.remove(), platform.close()])
  page.remove()
  vi.unstubAllEnvs()
})

/** Every path that the server defines. They are printed as a tree, in which a path is below its beginning. */
function paths(): string[] {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part] = /^(.*)[├└]── (\S+)/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      const depth = indent.length / 4
      parents[depth] = (parents[depth - 1] ?? '') + part
      return parents[depth].replace('*', 'any')
    })
}

const email = 'ayse@zorgon.example'
const request = new URLSearchParams({
  mode: 'login',
  apiKey: 'demo-api-key',
  redirect_uri: 'http://localhost:4100/redirect',
  state: 's',
  tid: 'other-1a2b3',
})
const queries = [
  '',
  '?tid=zorgon',
  '?tid=zorgon-1a2b3&tid=quibble-1a2b3',
  '?tid=_',
  `?${request.toString()}`,
  `?${request.toString()}`.replace('mode=login', 'mode=selectAuthSession'),
  '?t=a.b.c',
  '?token=x&tid=other-1a2b3',
]
const common = { email, language: 'en' }
const bodies = [
  {},
  [],
  ['zorgon-1a2b3', 'quibble-1a2b3'],
  common,
  { ...common, tid: 'other-1a2b3' },
  { ...common, secret: 'x'.repeat(43) },
  { id: randomUUID(), email, secret: 'x'.repeat(43), code: '000000' },
  { ...common, firstName: 'Ayşe', lastName: 'Yılmaz', company: 'A' },
  { link: 'a.b.c' },
  { confirmation: 'a.b.c' },
  { invitation: 'a.b.c' },
]

it('where companies are not listed, no response of any route names one that the request does not name (K5c)', async () => {
  const named: string[] = []
  const statuses = new Map<string, Set<number>>()
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({
      method,
      url,
      headers: { origin: 'http://localhost:4000', 'idempotency-key': randomUUID() },
      ...(payload && { payload }),
    })
    const path = `${method} ${url.replace(/\?.*/, '')}`
    statuses.set(path, (statuses.get(path) ?? new Set()).add(response.statusCode))
    if (customers.test(JSON.stringify(response.headers) + response.body)) named.push(path)
  }
  for (const path of [...paths(), '/', '/welcome', '/registration', '/nowhere']) {
    for (const query of queries) await ask('GET', path + query)
    for (const body of bodies) await ask('POST', path, body)
  }
  expect(named).toEqual([])
  // The requests have reached the routes.
  expect(statuses.get('POST /company')).toContain(202)
  expect(statuses.get('POST /company/code')).toContain(200)
  expect(statuses.get('POST /sign-in-link')).toContain(202)
  expect(statuses.get('POST /registration')).toContain(202)
  expect(statuses.get('GET /config.json')).toEqual(new Set([200]))
  expect(statuses.get('POST /config.json')).toContain(200)
})

it('a request that names a company gets its settings, without its domains', async () => {
  const response = await app.inject('/config.json?tid=zorgon-1a2b3')
  expect(response.json<{ tenants: object }>().tenants).toHaveProperty('zorgon-1a2b3.name', 'Zorgon')
  expect(response.body).not.toContain('domains')
})

import {
  startIdentityPlatformServer,
  type IdentityPlatformServer,
  type ServedAccount,
} from '@foyer/test-services/identity-platform-server'
import { startMailServer, type MailServer } from '@foyer/test-services/mail-server'
import { startTraceCollector, type TraceCollector } from '@foyer/test-services/trace-collector'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createInvitedUser } from './testing/invited-user.ts'
import { localEnvironment } from './testing/local-environment.ts'
import { createPageFixture } from './testing/page-fixture.ts'
import { buildServer, startServer, type ServerProcess } from './testing/server-process.ts'
import { createDatabase } from './testing/test-store.ts'

const signingKey = Buffer.alloc(32, 5)
const page = createPageFixture()
const email = 'canary@acme.example'
let file: string
let platform: IdentityPlatformServer
let mailServer: MailServer
let collector: TraceCollector
let server: ServerProcess
let address: string

beforeAll(async () => {
  ;[file, platform, mailServer, collector] = await Promise.all([
    buildServer(),
    startIdentityPlatformServer(),
    startMailServer(),
    startTraceCollector(),
  ])
  server = startServer(file, {
    ...localEnvironment(page.directory, signingKey),
    DATABASE_URL: await createDatabase(),
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FOYER_MAIL_URL: mailServer.url,
    FOYER_MAIL_FROM: 'no-reply@example.com',
    FIREBASE_AUTH_EMULATOR_HOST: platform.host,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'sign-in',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  address = await server.address
})
afterAll(async () => {
  await server.end('SIGTERM')
  await Promise.all([platform.close(), mailServer.close(), collector.close()])
  page.remove()
})

/** The names of the spans directly below the span with this name, once they have arrived. */
async function expectBelow(name: string, expected: string[]) {
  await vi.waitFor(() => {
    const parent = collector.spans.find((span) => span.name === name)
    const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    expect(parent?.service).toBe('sign-in')
    expect(children.map((span) => span.name)).toEqual(expect.arrayContaining(expected))
    expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([parent?.traceId]))
  })
}

it('a registration is a span, with its statements and its calls of the identity service below it', async () => {
  const register = await createInvitedUser(email, signingKey)
  expect((await register(address)).status).toBe(201)
  await expectBelow('POST /registration', [
    'postgres insert registrations',
    'identity service create account',
    'identity service set claims',
  ])
})

it('an email is a span of its own, with the call of the mail server below it', async () => {
  await expectBelow('email', ['smtp send', 'postgres update outbox'])
  expect(collector.spans.find(({ name }) => name === 'email')?.parentSpanId ?? '').toBe('')
})

it('a first sign-in continues the trace of its client', async () => {
  const account = platform.accounts.find((one) => one.email === email) as ServedAccount
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await fetch(`${address}/welcome/start?t=${platform.idToken(account)}`, {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  await expectBelow('GET /welcome/start', ['identity service verify token'])
  const span = collector.spans.find(({ name }) => name === 'GET /welcome/start')
  expect(span).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  // The process may write its log later than its response.
  await vi.waitFor(() => {
    const line = server.log().findLast((one) => one.includes('/welcome/start'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId })
  })
})

it('health checks and the search for work have no spans, and no span has a value of a user', async () => {
  for (const path of ['/healthz', '/readyz', '/readyz/accounts']) await fetch(address + path)
  await fetch(`${address}/config.json`)
  await vi.waitFor(() => {
    expect(collector.spans.map(({ name }) => name)).toContain('GET /config.json')
  })
  const roots = collector.spans.filter(({ parentSpanId = '' }) => parentSpanId === '')
  expect(new Set(roots.map(({ name }) => name))).toEqual(
    new Set(['POST /registration', 'email', 'GET /config.json']),
  )
  expect(collector.received.join('')).not.toMatch(/canary|eyJ|Yılmaz|Acme/)
})

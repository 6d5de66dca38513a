import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTraceCollector, type TraceCollector } from '@foyer/test-services/trace-collector'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { buildGate, startGate, type GateProcess } from './testing/gate-process.ts'
import { createIdentityPlatform } from './testing/identity-platform.ts'
import { localSettings } from './testing/local-settings.ts'
import { patience } from './testing/patience.ts'
import { createTestBrowser, sendTo } from './testing/test-browser.ts'
import { fetchCookie, post, stateOf, type Exchange } from './testing/test-gate.ts'

const publicHost = 'localhost:14193'
const platform = await createIdentityPlatform(() => Math.floor(Date.now() / 1000))
let heard: http.IncomingHttpHeaders = {}
const application = http.createServer((req, res) => {
  heard = req.headers
  if (req.url === '/broken') res.destroy()
  else res.end('the application')
})
const keyServer = http.createServer((_req, res) => {
  void platform
    .fetch('')
    .then((answer) => answer.text())
    .then((keys) => res.end(keys))
})
const directory = mkdtempSync(join(tmpdir(), 'foyer-gate-'))
let built: string
let collector: TraceCollector
let gate: GateProcess
let port: number

const portOf = (server: http.Server) => (server.address() as AddressInfo).port

function run(changes: Record<string, string> = {}) {
  return startGate(built, {
    ...localSettings(portOf(application), publicHost),
    GATE_ACCEPT_EMULATOR_TOKENS: 'off',
    GATE_JWKS_URL: `http://127.0.0.1:${portOf(keyServer)}/`,
    GATE_DATA: directory,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    ...changes,
  })
}

beforeAll(async () => {
  ;[built, collector] = await Promise.all([buildGate(), startTraceCollector()])
  for (const server of [application, keyServer]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  gate = run()
  port = await gate.listening()
})
afterAll(async () => {
  await gate.end('SIGTERM')
  for (const server of [application, keyServer]) {
    server.closeAllConnections()
    server.close()
  }
  await collector.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  heard = {}
})

const spanNamed = (name: string) =>
  vi.waitFor(() => {
    const span = collector.spans.findLast((one) => one.name === name)
    if (span === undefined) throw new Error(`there is no span ${name}`)
    return span
  }, patience)

const traceId = '0af7651916cd43dd8448eb211c80319c'
const clientSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${clientSpan}-01`

async function exchange(headers: Record<string, string> = {}) {
  const browser = createTestBrowser(publicHost, sendTo(port))
  const state = stateOf(await browser.open('/canary-page?canary=1'))
  const body = { id_token: await platform.idToken({ name: 'canary' }), state }
  const answer = await post(browser, body, headers)
  return { browser, ...(JSON.parse(answer.text) as Exchange) }
}

it('an exchange is a span below that of its client, with the key set and the store below it', async () => {
  await exchange({ traceparent, tracestate: 'vendor=1' })
  const [own, keys, store] = await Promise.all(
    ['POST /_gcp_iap/handle_redirect', 'identity service keys', 'store spend'].map(spanNamed),
  )
  expect(own).toMatchObject({
    service: 'foyer-gate',
    traceId,
    parentSpanId: clientSpan,
    kind: 2,
    attributes: { 'http.response.status_code': 200, 'http.route': '/_gcp_iap/handle_redirect' },
  })
  expect(keys).toMatchObject({ traceId, parentSpanId: own?.spanId, kind: 3 })
  expect(store).toMatchObject({ traceId, parentSpanId: own?.spanId, isError: false })
})

it('a forwarded request is a span, the application gets the id of the span below it, and the rest of the trace unchanged', async () => {
  const { browser, redirectToken } = await exchange()
  await fetchCookie(browser, redirectToken)
  const headers = { traceparent, tracestate: 'vendor=1', baggage: 'key=value' }
  expect((await browser.open('/canary-page', headers)).text).toBe('the application')
  const upstream = await spanNamed('upstream')
  const own = await vi.waitFor(() => {
    const span = collector.spans.find(({ spanId }) => spanId === upstream.parentSpanId)
    if (span === undefined) throw new Error('the span of the request is not there')
    return span
  }, patience)
  expect(own).toMatchObject({ name: 'GET', traceId, parentSpanId: clientSpan })
  expect(own.attributes).not.toHaveProperty('http.route')
  expect(heard).toMatchObject({
    traceparent: `00-${traceId}-${upstream.spanId}-01`,
    tracestate: 'vendor=1',
    baggage: 'key=value',
  })

  await browser.open('/broken')
  await vi.waitFor(
    () =>
      expect(
        collector.spans.filter(({ name, isError }) => name === 'upstream' && isError),
      ).not.toEqual([]),
    patience,
  )
})

it('spans and log lines of a request without a trace belong together, and health checks have no spans', async () => {
  await createTestBrowser(publicHost, sendTo(port)).call('/_gcp_iap/healthz')
  await exchange()
  await vi.waitFor(() => {
    const line = gate.output.out.split('\n').findLast((one) => one.includes('"action":"exchange"'))
    const { traceId: logged } = JSON.parse(line ?? '{}') as { traceId?: string }
    const names = collector.spans.filter((span) => span.traceId === logged).map(({ name }) => name)
    expect(names).toContain('POST /_gcp_iap/handle_redirect')
  }, patience)
  expect(collector.spans.filter(({ name }) => name.includes('health'))).toEqual([])
})

it('no span has a path, a query, a token or a name of a user', () => {
  expect(collector.received.length).toBeGreaterThan(0)
  expect(collector.received.join('')).not.toMatch(/canary|eyJ|corp\.example|u-1/)
})

it('a collector that does not answer delays nothing, and is one line in the log', async () => {
  const other = run({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    GATE_DATA: join(directory, 'other'),
  })
  const browser = createTestBrowser(publicHost, sendTo(await other.listening()))
  expect((await browser.open('/')).status).toBe(302)
  await vi.waitFor(
    () => expect(other.output.out).toContain('the trace collector is unavailable'),
    patience,
  )
  expect(await other.end('SIGTERM')).toEqual([0, null])
})

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'must be an http or https URL'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'must be http/json'],
])('the gate does not start with %j, and the error says why', async (changes, reason) => {
  const { closed, output } = run({ ...changes, GATE_DATA: join(directory, 'none') })
  expect(await closed).toBe(1)
  expect(output.error).toContain(reason)
})

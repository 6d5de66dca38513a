import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { ServerError } from '../errors/server-error.ts'
import { createLogger } from '../log/logger.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import { countOutcomes } from './count-outcomes.ts'
import { startMetricsServer } from './metrics-server.ts'
import { createMetrics } from './metrics.ts'

const metrics = createMetrics()
let server: Awaited<ReturnType<typeof startMetricsServer>>
beforeAll(async () => {
  server = await startMetricsServer({ host: '127.0.0.1', port: 0 }, metrics)
})
afterAll(() => server.close())

const ask = (path: string, init?: RequestInit) => {
  const { port } = server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, init)
}

it('the metrics include requests by route, outcomes, emails, limits and the database', async () => {
  const page = { html: 'page', prerender: null, files: new Map() }
  const app = createApp(createSettings(), page, createLogger('silent'), {
    onAnswer: metrics.request,
  })
  void app.register(async (scope) => {
    countOutcomes(scope, metrics)
    scope.get('/good', () => 'good')
    scope.get('/bad', () => {
      throw new ServerError('resource-exhausted')
    })
  })
  for (const url of ['/good', '/bad', '/bad', '/secret-canary?t=canary']) await app.inject(url)
  metrics.mail('sent')
  metrics.limitHit('welcome')
  metrics.registrationFinished('done')
  metrics.statement(0.002)
  metrics.watchOutbox(async () => ({ waiting: 3, oldestSeconds: 42 }))

  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  for (const line of [
    'foyer_outcomes_total{route="/good",outcome="done"} 1',
    'foyer_outcomes_total{route="/bad",outcome="resource-exhausted"} 2',
    'foyer_http_request_seconds_count{route="/bad",method="GET",status="429"} 2',
    'foyer_http_request_seconds_count{route="/*",method="GET",status="200"} 1',
    'foyer_mails_total{outcome="sent"} 1',
    'foyer_limits_hit_total{limit="welcome"} 1',
    'foyer_registrations_finished_total{outcome="done"} 1',
    'foyer_database_statement_seconds_count 1',
    'foyer_outbox_waiting 3',
    'foyer_outbox_oldest_seconds 42',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('canary')
  await app.close()
})

it.each([
  ['/', {}],
  ['/metrics', { method: 'POST' }],
])('the metrics server responds to nothing else: %s %j', async (path, init) => {
  expect((await ask(path, init)).status).toBe(404)
})

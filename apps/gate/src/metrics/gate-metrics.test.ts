import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createGateCounts } from '../events/gate-counts.ts'
import { fetchCookie, loginOrigin, post, signIn, startTestGate } from '../testing/test-gate.ts'
import { createGateMetrics } from './gate-metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

async function start() {
  const counts = createGateCounts()
  const gate = await startTestGate({ counts })
  const state = { isReady: true }
  const observed = {
    isReady: () => state.isReady,
    databaseState: () => ({ isUp: true, readAt: gate.clock.now - 2, waitingSignOuts: 3 }),
    acceptedKeys: () => 2,
    endlessAnswers: () => 5,
  }
  const metrics = createGateMetrics({ counts, observed, now: () => gate.clock.now })
  const server = await startMetricsServer({ host: '127.0.0.1', port: 0 }, metrics, observed)
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await gate.stop()
  })
  const { port } = server.address() as AddressInfo
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { gate, state, ask }
}

it('the metrics show requests, sign-ins, failures by their code, and the state of what the gate depends on', async () => {
  const { gate, ask } = await start()
  const browser = await signIn(gate)
  await browser.open('/private-canary?x=canary')
  await post(browser, { state: 'canary', id_token: 'canary' })
  await fetchCookie(browser, 'canary')
  await browser.call('/_gcp_iap/handle_redirect', { headers: { origin: loginOrigin } })
  await browser.open('/?gcp-iap-mode=CLEAR_LOGIN_COOKIE')
  await browser.open('//private-canary')
  gate.clock.now += 7
  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const text = await answer.text()
  for (const line of [
    'foyer_gate_audited_total{action="exchange",outcome="done"} 1',
    'foyer_gate_audited_total{action="sign-in",outcome="done"} 1',
    'foyer_gate_audited_total{action="sign-in",outcome="redirect-token"} 1',
    'foyer_gate_audited_total{action="exchange",outcome="foreign-state"} 1',
    'foyer_gate_audited_total{action="sign-out",outcome="done"} 1',
    'foyer_gate_failures_total{code="foreign-state"} 1',
    'foyer_gate_failures_total{code="redirect-token"} 1',
    'foyer_gate_failures_total{code="request-target"} 1',
    'foyer_gate_failures_total{code="wrong-method"} 1',
    'foyer_gate_request_seconds_count{kind="forwarded",outcome="2xx"} 1',
    'foyer_gate_request_seconds_count{kind="own",outcome="3xx"} 2',
    'foyer_gate_key_set_age_seconds 7',
    'foyer_gate_key_set_failures_total 0',
    'foyer_gate_upstream_up{host="app.corp.example"} 1',
    'foyer_gate_ready 1',
    'foyer_gate_keys 2',
    'foyer_gate_endless_responses 5',
    'foyer_gate_database_up 1',
    'foyer_gate_database_age_seconds 2',
    'foyer_gate_sign_outs_waiting 3',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('canary')
})

it('an application that cannot be reached is down in the metrics until it answers again', async () => {
  const { gate, ask } = await start()
  const browser = await signIn(gate)
  const { port } = gate.upstream.address() as AddressInfo
  gate.upstream.closeAllConnections()
  await new Promise((resolve) => gate.upstream.close(resolve))
  await browser.open('/')
  const down = await (await ask('/metrics')).text()
  expect(down).toContain('foyer_gate_upstream_up{host="app.corp.example"} 0')
  expect(down).toContain('foyer_gate_failures_total{code="unreachable"} 1')
  await new Promise<void>((resolve) => gate.upstream.listen(port, '127.0.0.1', resolve))
  await browser.open('/')
  expect(await (await ask('/metrics')).text()).toContain(
    'foyer_gate_upstream_up{host="app.corp.example"} 1',
  )
})

it('the port of the metrics also says whether the process lives and is ready, and nothing else', async () => {
  const { state, ask } = await start()
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  state.isReady = false
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(404)
})

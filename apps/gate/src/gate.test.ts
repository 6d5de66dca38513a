import { once } from 'node:events'
import http from 'node:http'
import { expect, it } from 'vitest'
import { sendRaw, statusOf } from './testing/raw-request.ts'
import {
  beginSignIn,
  fetchCookie,
  post,
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
} from './testing/test-gate.ts'

it('the gate logs nothing about a user', async () => {
  const gate = await startTestGate()
  const browser = gate.browser()
  const { state, exchange } = await beginSignIn(gate, browser, '/private-canary?x=1', {
    email: 'canary@corp.example',
    phone_number: '+905550000001',
  })
  await fetchCookie(browser, exchange.redirectToken)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  await browser.open('/private-canary')
  gate.upstream.closeAllConnections()
  gate.upstream.close()
  await browser.open(`/private-canary?rt=${exchange.redirectToken}`)
  await browser.open('//private-canary')
  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await gate.stop()

  const log = gate.logged.join('')
  expect(gate.logged.length).toBeGreaterThan(6)
  for (const secret of [
    state,
    exchange.redirectToken,
    session,
    'canary',
    '905550000001',
    'AIzaSy',
  ]) {
    expect(log).not.toContain(secret)
  }
})

it('each sign-in, sign-out and refusal is a line of the audit trail, with the account and what connects it with other logs', async () => {
  const gate = await startTestGate()
  const browser = gate.browser()
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traces = { 'x-request-id': 'request-1', traceparent: `00-${id}-00f067aa0ba902b7-01` }
  const { exchange } = await beginSignIn(gate, browser)
  await fetchCookie(browser, exchange.redirectToken, traces)
  await fetchCookie(gate.browser(), 'none')
  await post(browser, { state: 'none', id_token: 'none' }, traces)
  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await gate.stop()
  const account = { uid: 'u-1', tenantId: 'Acme-x1y2z' }
  const made = expect.stringMatching(/^[0-9a-f]{12}-/) as string
  const given = { requestId: 'request-1', traceId: id }
  const audited = gate.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'audit')
    .map(({ level: _level, time: _time, pid: _pid, hostname: _host, msg: _msg, ...entry }) => entry)
  expect(audited).toEqual([
    { action: 'exchange', outcome: 'done', ...account, requestId: made },
    { action: 'sign-in', outcome: 'done', ...account, ...given },
    { action: 'sign-in', outcome: 'redirect-token', requestId: made },
    { action: 'exchange', outcome: 'foreign-state', ...given },
    { action: 'sign-out', outcome: 'done', ...account, requestId: made },
  ])
})

it('the gate keeps an idle connection longer than the load balancers in front of it do', async () => {
  const gate = await startTestGate()
  const agent = new http.Agent({ keepAlive: true })
  const request = http.get({ port: gate.port, path: '/_gcp_iap/healthz', agent })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(answer.resume().headers['keep-alive']).toBe('timeout=620')
  agent.destroy()
  await gate.stop()
})

/** A gate with a signed-in browser, whose disk then fails with an unexpected error. */
async function startBrokenGate() {
  const disk = { isBroken: false }
  const gate = await startTestGate({
    watchStore: (store) => ({
      ...store,
      hasEnded(id) {
        if (disk.isBroken) throw Object.assign(new RangeError('canary'), { code: 'EIO' })
        return store.hasEnded(id)
      },
    }),
  })
  const browser = await signIn(gate)
  disk.isBroken = true
  return { gate, browser }
}

it('a bug in the gate is answered with 500, and only its name and code are logged', async () => {
  const { gate, browser } = await startBrokenGate()
  expect((await browser.open('/')).status).toBe(500)
  const lines = gate.logged.filter((line) => line.includes('"bug"'))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 50, name: 'RangeError', code: 'EIO', msg: 'bug' }),
  ])
  expect(gate.logged.join('')).not.toContain('canary')
  await gate.stop()
})

it('a WebSocket request that runs into a bug is answered with 500, and the bug is logged', async () => {
  const { gate, browser } = await startBrokenGate()
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  const raw = await sendRaw(gate.port, [
    'GET / HTTP/1.1',
    `Host: ${publicHost}`,
    `Origin: ${publicOrigin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Cookie: ${cookies.join('; ')}`,
  ])
  expect(statusOf(raw)).toBe(500)
  expect(gate.logged.filter((line) => line.includes('"bug"'))).toHaveLength(1)
  await gate.stop()
})

it('the connection is closed if a bug occurs after the head of a response was sent', async () => {
  const { gate, browser } = await startBrokenGate()
  gate.server.prependListener('request', (_, res: http.ServerResponse) => {
    res.writeHead(200, { 'content-length': 9 }).flushHeaders()
  })
  await expect(browser.open('/')).rejects.toThrow()
  await gate.stop()
})

it('the gate logs the method, the status and the time of each answer', async () => {
  const gate = await startTestGate()
  await gate.browser().open('/')
  await expect.poll(() => gate.logged.filter((line) => line.includes('"answered"'))).toHaveLength(1)
  const line = gate.logged.find((line) => line.includes('"answered"')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({
    method: 'GET',
    status: 302,
    ms: expect.any(Number) as number,
  })
  await gate.stop()
})

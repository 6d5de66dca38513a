import { once } from 'node:events'
import http from 'node:http'
import { expect, it } from 'vitest'
import { beginSignIn, fetchCookie, startTestGate } from './testing/test-gate.ts'

it('writes nothing of a visitor into its log', async () => {
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

it('keeps a connection longer than the load balancers before it', async () => {
  const gate = await startTestGate()
  const agent = new http.Agent({ keepAlive: true })
  const request = http.get({ port: gate.port, path: '/_gcp_iap/healthz', agent })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(answer.resume().headers['keep-alive']).toBe('timeout=620')
  agent.destroy()
  await gate.stop()
})

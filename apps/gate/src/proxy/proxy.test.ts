import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { createPages } from '../answer/page-answer.ts'
import type { IdentityHeaders } from '../assertion/assertion.ts'
import { createGateCookies } from '../request/cookies.ts'
import { createOpenConnections } from '../session/open-connections.ts'
import { createEndlessAnswers } from './endless-answers.ts'
import { createProxy } from './proxy.ts'
import type { Upstream } from './upstream.ts'

const publicUrl = new URL('https://app.corp.example')
const session = {
  id: 'one',
  expiresAt: 2_000_000_000,
  user: { sub: 'user-1', auth_time: 1, firebase: { sign_in_provider: 'google.com' } },
}

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A proxy whose assertion is signed when the test says so, and the calls for the application. */
function startProxy() {
  const calls: string[] = []
  let sign: () => void = () => {}
  const identity = new Promise<IdentityHeaders>((resolve) => {
    sign = () => resolve([])
  })
  const watchUpstream = (upstream: Upstream): Upstream => ({
    dispatch: () => void calls.push('request'),
    requestAlone(...how) {
      calls.push('socket')
      return upstream.requestAlone(...how)
    },
    close() {
      calls.push('close')
      upstream.close()
    },
  })
  const proxy = createProxy({
    settings: {
      publicUrl,
      trustedProxies: { isEmpty: true, includes: () => false },
      passedHeaders: new Set(),
      upstreamTimeoutSeconds: 60,
    },
    origin: new URL('http://127.0.0.1:1'),
    jar: createGateCookies(publicUrl),
    pages: createPages({
      branding: { productName: 'Foyer', logo: undefined, accent: undefined },
      now: () => 1_800_000_000,
      onFailure: () => {},
    }),
    connections: createOpenConnections({ graceSeconds: 0, answerSeconds: 0, now: () => 1 }),
    identify: () => identity,
    claimHeaderNames: () => new Set(),
    endless: createEndlessAnswers(),
    counts: { isUpstreamUp: true },
    log: pino({ enabled: false }),
    watchUpstream,
  })
  return { proxy, calls, sign }
}

/** A client's connection to a server with these listeners. */
async function connect(server: http.Server, ...more: string[]) {
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write(
    `${['GET /report HTTP/1.1', 'Host: app.corp.example', ...more].join('\r\n')}\r\n\r\n`,
  )
  return client
}

it.each([true, false])(
  'a request reaches the application once its assertion is signed, but not if its client has left meanwhile (stays: %s)',
  async (stays) => {
    const { proxy, calls, sign } = startProxy()
    const server = http.createServer()
    const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    const client = await connect(server)
    const [req, res] = await arrived
    const sent = proxy.request(req, res, session)
    if (!stays) {
      client.destroy()
      await once(res, 'close')
    }
    sign()
    await sent
    expect(calls).toEqual(stays ? ['request'] : [])
  },
)

it.each([true, false])(
  'a WebSocket is opened at the application once its assertion is signed, but not if it was closed meanwhile (stays: %s)',
  async (stays) => {
    const { proxy, calls, sign } = startProxy()
    const server = http.createServer()
    const arrived = once(server, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>
    const client = await connect(server, 'Connection: Upgrade', 'Upgrade: websocket')
    const [req, socket, head] = await arrived
    socket.on('error', () => {})
    const sent = proxy.socket(req, socket, head, session)
    // As a sign-out does.
    if (!stays) socket.destroy()
    sign()
    await sent
    expect(calls).toEqual(stays ? ['socket'] : [])
    client.destroy()
  },
)

it('a proxy that is closed closes its connections to the application', () => {
  const { proxy, calls } = startProxy()
  proxy.close()
  expect(calls).toEqual(['close'])
})

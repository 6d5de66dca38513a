import { once } from 'node:events'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { sendRaw, statusOf } from '../testing/raw-request.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import {
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

let gate: StartedGate
let browser: TestBrowser
const application = new WebSocketServer({ noServer: true })

beforeAll(async () => {
  gate = await startTestGate()
  browser = await signIn(gate)
  application.on('connection', (socket, req) => {
    socket.send(JSON.stringify(req.headers))
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  gate.upstream.on('upgrade', (req, socket, head) => {
    if (req.url === '/none')
      socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n')
    else
      application.handleUpgrade(req, socket, head, (client) =>
        application.emit('connection', client, req),
      )
  })
})
afterAll(() => gate.stop())

it('when the gate stops, both ends of a WebSocket are told so in order, between two messages', async () => {
  const stopping = await startTestGate()
  const ended = new Promise<number>((resolve) => {
    stopping.upstream.on('upgrade', (req, socket, head) =>
      application.handleUpgrade(req, socket, head, (client) => {
        client.send('x'.repeat(100_000))
        client.on('close', resolve)
      }),
    )
  })
  const { cookies } = await signIn(stopping)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const client = new WebSocket(`ws://127.0.0.1:${stopping.port}/chat`, {
    headers: { host: publicHost, cookie },
    origin: publicOrigin,
  })
  const [message] = (await once(client, 'message')) as [Buffer]
  const closed = once(client, 'close')
  await stopping.stopWithin(600_000)
  expect(message).toHaveLength(100_000)
  expect((await closed)[0]).toBe(1001)
  expect(await ended).toBe(1001)
  await stopping.stop()
})

interface Opening {
  path?: string
  origin?: string | undefined
  cookies?: Map<string, string>
  headers?: Record<string, string>
}

function open({
  path = '/chat',
  origin = publicOrigin,
  cookies = browser.cookies,
  headers = {},
}: Opening = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new WebSocket(`ws://127.0.0.1:${gate.port}${path}`, {
    headers: { host: publicHost, cookie, ...headers },
    ...(origin && { origin }),
  })
}

/** The headers of a page's WebSocket request, without the session. */
const openingHeaders = {
  origin: publicOrigin,
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
}

/** A WebSocket request as lines, with the session. A test can add lines that no WebSocket client would send. */
function openingLines(user: TestBrowser, ...more: string[]) {
  const session = user.cookies.get('__Host-foyer-session') ?? ''
  return [
    'GET /chat HTTP/1.1',
    `Host: ${publicHost}`,
    `Cookie: __Host-foyer-session=${session}`,
    ...Object.entries(openingHeaders).map(([name, value]) => `${name}: ${value}`),
    ...more,
  ]
}

/** The status line that the client gets when the application answers every WebSocket request with these bytes. */
async function statusLineFor(answer: string): Promise<string> {
  const odd = await startTestGate()
  odd.upstream.on('upgrade', (_, socket: Duplex) => socket.write(answer, 'latin1'))
  const user = await signIn(odd)
  const raw = await sendRaw(odd.port, openingLines(user))
  await odd.stop()
  return raw.split('\r\n', 1)[0] ?? ''
}

async function refusalOf(socket: WebSocket): Promise<string> {
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

it('a signed-in page and the application exchange messages over a WebSocket, and the application knows the user', async () => {
  const socket = open({ headers: { 'x-goog-iap-jwt-assertion': 'forged' } })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  const seen = JSON.parse(hello.toString()) as Record<string, string>
  expect(seen['x-goog-authenticated-user-id']).toBe(
    'securetoken.google.com/demo-proj/Acme-x1y2z:u-1',
  )
  expect(seen['x-goog-iap-jwt-assertion']).toMatch(/^eyJ/)
  expect(seen).not.toHaveProperty('cookie')

  for (const sent of [Buffer.alloc(2 * 1024 * 1024, 7), Buffer.from('another')]) {
    socket.send(sent)
    const [back] = (await once(socket, 'message')) as [Buffer]
    expect(back.equals(sent)).toBe(true)
  }
  socket.close()
  const [code] = (await once(socket, 'close')) as [number]
  // The application's answer. The gate has sent no close frame of its own.
  expect(code).toBe(1005)
})

it.each<[string, Opening, number]>([
  ['without a session', { cookies: new Map() }, 401],
  ['from another origin', { origin: 'https://evil.test' }, 403],
  ['without an origin', { origin: '' }, 403],
  ['to another host', { headers: { host: 'evil.test' } }, 421],
  ['to an ambiguous path', { path: '//chat' }, 400],
  ["to the gate's own paths", { path: '/_gcp_iap/chat' }, 404],
  ['that the application refuses', { path: '/none' }, 426],
])('the gate refuses a WebSocket request %s', async (_, opening, status) => {
  expect(await refusalOf(open(opening))).toBe(`Unexpected server response: ${status}`)
})

it('a sign-out closes the WebSockets of its session', async () => {
  const leaving = await signIn(gate)
  const socket = open({ cookies: leaving.cookies })
  await once(socket, 'message')
  const closed = once(socket, 'close')
  await leaving.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await closed
  expect(socket.readyState).toBe(WebSocket.CLOSED)
})

it.each(['Content-Length: 5', 'Transfer-Encoding: chunked'])(
  'a WebSocket request that announces a body (%s) is refused, and the application does not get it',
  async (line) => {
    let openings = 0
    const count = () => (openings += 1)
    gate.upstream.on('upgrade', count)
    expect(statusOf(await sendRaw(gate.port, openingLines(browser, line)))).toBe(400)
    gate.upstream.off('upgrade', count)
    expect(openings).toBe(0)
  },
)

it('a WebSocket request may have a length of zero, which announces no body', async () => {
  const socket = open({ headers: { 'content-length': '0' } })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(hello.toString())).not.toHaveProperty('content-length')
  socket.terminate()
})

it('a WebSocket request may offer other protocols too', async () => {
  const socket = open({ headers: { upgrade: 'h2c, WebSocket' } })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(hello.toString())).toMatchObject({ upgrade: 'websocket' })
  socket.terminate()
})

it('a WebSocket request that the application refused shares no connection with other requests', async () => {
  // Without a listener for upgrades, the application answers a WebSocket request like any other.
  const plain = await startTestGate({
    application: (req, res) => res.end(String(req.socket.remotePort)),
  })
  const user = await signIn(plain)
  const before = await user.call('/')
  const opening = await user.call('/', { headers: openingHeaders })
  const after = await user.call('/')
  expect(opening.status).toBe(200)
  expect(opening.text).not.toBe(before.text)
  expect(opening.text).not.toBe(after.text)
  await plain.stop()
})

it.each([
  ['a status below 100', 'HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n'],
  ['a status above 599', 'HTTP/1.1 999 OK\r\ncontent-length: 0\r\n\r\n'],
  ['101 without a protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 OK\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'],
  ['no HTTP at all', 'what?\r\n\r\n'],
])(
  'the gate answers 502 if the application answers a WebSocket request with %s',
  async (_, answer) => {
    expect(await statusLineFor(answer)).toBe('HTTP/1.1 502 Bad Gateway')
  },
)

it('a bodiless answer to a WebSocket request is passed on at once, whatever length it announces', async () => {
  const answer = 'HTTP/1.1 205 Reset\r\ncontent-length: 5\r\n\r\n'
  expect(await statusLineFor(answer)).toBe('HTTP/1.1 205 Reset Content')
})

it('the application’s reason phrase is not passed on', async () => {
  const answer = 'HTTP/1.1 426 a\x01b\r\ncontent-length: 0\r\n\r\n'
  expect(await statusLineFor(answer)).toBe('HTTP/1.1 426 Upgrade Required')
})

it('the gate closes the connection of a refused WebSocket request, even if the client does not', async () => {
  const own = await startTestGate()
  const client = net.connect({ port: own.port, host: '127.0.0.1', allowHalfOpen: true })
  client.write(`${openingLines(own.browser()).join('\r\n')}\r\n\r\n`)
  client.resume()
  await once(client, 'end')
  // If the connection were open, this would wait for the client.
  await expect(own.stop()).resolves.toBeUndefined()
  client.destroy()
})

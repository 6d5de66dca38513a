import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { TestBrowser } from '../testing/test-browser.ts'
import {
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
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

async function refusalOf(socket: WebSocket): Promise<string> {
  const [error] = (await once(socket, 'error')) as [Error]
  return error.message
}

it('joins a signed-in page with the application, which knows who is there', async () => {
  const socket = open({ headers: { 'x-goog-iap-jwt-assertion': 'forged' } })
  const [hello] = (await once(socket, 'message')) as [Buffer]
  const seen = JSON.parse(hello.toString()) as Record<string, string>
  expect(seen['x-goog-authenticated-user-id']).toBe(
    'securetoken.google.com/demo-proj/Acme-x1y2z:u-1',
  )
  expect(seen['x-goog-iap-jwt-assertion']).toMatch(/^eyJ/)
  expect(seen).not.toHaveProperty('cookie')

  const large = Buffer.alloc(2 * 1024 * 1024, 7)
  socket.send(large)
  const [back] = (await once(socket, 'message')) as [Buffer]
  expect(back.equals(large)).toBe(true)
  socket.close()
  await once(socket, 'close')
})

it.each<[string, Opening, number]>([
  ['without a session', { cookies: new Map() }, 401],
  ['from another origin', { origin: 'https://evil.test' }, 403],
  ['without an origin', { origin: '' }, 403],
  ['to another host', { headers: { host: 'evil.test' } }, 421],
  ['to a path that is read in two ways', { path: '//chat' }, 400],
  ["to the gate's own paths", { path: '/_gcp_iap/chat' }, 404],
  ['that the application does not want', { path: '/none' }, 426],
])('refuses a socket %s', async (_, opening, status) => {
  expect(await refusalOf(open(opening))).toBe(`Unexpected server response: ${status}`)
})

it('refuses to upgrade to anything but a WebSocket', async () => {
  const answer = await browser.call('/', { headers: { connection: 'Upgrade', upgrade: 'h2c' } })
  expect(answer.status).toBe(400)
})

it('closes the sockets of a session that signs out', async () => {
  const leaving = await signIn(gate)
  const socket = open({ cookies: leaving.cookies })
  await once(socket, 'message')
  const closed = once(socket, 'close')
  await leaving.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await closed
  expect(socket.readyState).toBe(WebSocket.CLOSED)
})

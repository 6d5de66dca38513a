import { once, type EventEmitter } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { TestBrowser } from '../testing/test-browser.ts'
import {
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

let gate: StartedGate
let graceful: StartedGate
const sockets = new WebSocketServer({ noServer: true })
/** The requests that the application has not answered yet, by URL. */
const waiting = new Map<string, http.ServerResponse>()

const application: http.RequestListener = (req, res) => {
  if (req.url?.startsWith('/slow')) {
    waiting.set(req.url, res)
    return
  }
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  res.write('data: first\n\n')
}

async function startGate(environment: Record<string, string> = {}) {
  const started = await startTestGate({ application, environment })
  started.upstream.on('upgrade', (req, socket, head) =>
    sockets.handleUpgrade(req, socket, head, () => {}),
  )
  return started
}

beforeAll(async () => {
  gate = await startGate()
  graceful = await startGate({ GATE_STREAM_GRACE: '600' })
})
afterAll(async () => {
  await gate.stop()
  await graceful.stop()
})

interface Open {
  isOpen: () => boolean
  closed: Promise<void>
}

/** Waits until a connection is closed, with or without an error. */
const untilClosed = (connection: EventEmitter) =>
  new Promise<void>((resolve) => {
    connection.on('close', () => resolve())
  })

function cookieHeader({ cookies }: TestBrowser) {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

async function openStream({ port }: StartedGate, browser: TestBrowser): Promise<Open> {
  const headers = { host: publicHost, cookie: cookieHeader(browser) }
  const request = http.get({ port, path: '/events', headers, agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.on('error', () => {})
  await once(response, 'data')
  return { isOpen: () => !response.destroyed, closed: untilClosed(response) }
}

async function openSocket({ port }: StartedGate, browser: TestBrowser): Promise<Open> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/chat`, {
    headers: { host: publicHost, cookie: cookieHeader(browser) },
    origin: publicOrigin,
  })
  await once(socket, 'open')
  return { isOpen: () => socket.readyState === socket.OPEN, closed: untilClosed(socket) }
}

const kinds = [
  ['stream', openStream],
  ['WebSocket', openSocket],
] as const

it.each(kinds)(
  'signing out in another tab closes only the open %s of this session',
  async (...row) => {
    const [, open] = row
    const browser = await signIn(gate)
    const mine = await open(gate, browser)
    const another = await signIn(gate)
    const opened = await open(gate, another)
    await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
    await mine.closed
    // When this sign-out is answered, everything that the first one closes is closed.
    const third = await signIn(gate)
    await third.open('/?gcp-iap-mode=GCIP_SIGNOUT')
    expect(opened.isOpen()).toBe(true)
    await another.open('/?gcp-iap-mode=GCIP_SIGNOUT')
    await opened.closed
  },
)

it.each(kinds)('clearing the login cookie closes an open %s', async (_, open) => {
  const browser = await signIn(gate)
  const opened = await open(gate, browser)
  await browser.open('/?gcp-iap-mode=CLEAR_LOGIN_COOKIE')
  await opened.closed
  expect(opened.isOpen()).toBe(false)
})

it.each(kinds)(
  'the sign-in of another user in the same browser closes an open %s',
  async (...row) => {
    const [, open] = row
    const browser = await signIn(gate)
    const opened = await open(gate, browser)
    await signIn(gate, '/?gcp-iap-mode=DO_SESSION_REFRESH', { sub: 'u-2' }, browser)
    await opened.closed
    expect(opened.isOpen()).toBe(false)
  },
)

it.each(kinds)('the end of the session closes an open %s', async (_, open) => {
  const opened = await open(gate, await signIn(gate))
  gate.clock.now += 3600
  await opened.closed
  expect(opened.isOpen()).toBe(false)
})

it.each(kinds)('an open %s stays open after its session was renewed', async (_, open) => {
  const browser = await signIn(gate)
  const opened = await open(gate, browser)
  gate.clock.now += 3000
  await signIn(gate, '/?gcp-iap-mode=DO_SESSION_REFRESH', {}, browser)
  // This session is not renewed. When it is closed, both connections were checked.
  const other = await open(gate, await signIn(gate, '/', { exp: gate.clock.now + 900 }))
  gate.clock.now += 1000
  await other.closed
  expect(opened.isOpen()).toBe(true)
  gate.clock.now += 3000
  await opened.closed
  expect(opened.isOpen()).toBe(false)
})

it.each(kinds)('an open %s may outlive its session by the time in the setting', async (...row) => {
  const [, open] = row
  const opened = await open(graceful, await signIn(graceful))
  const earlier = await open(
    graceful,
    await signIn(graceful, '/', { exp: graceful.clock.now + 2900 }),
  )
  graceful.clock.now += 3530 + 599
  await earlier.closed
  expect(opened.isOpen()).toBe(true)
  graceful.clock.now += 1
  await opened.closed
  expect(opened.isOpen()).toBe(false)
})

it.each(kinds)('a sign-out closes an open %s whatever the setting says', async (_, open) => {
  const browser = await signIn(graceful)
  const opened = await open(graceful, browser)
  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await opened.closed
  expect(opened.isOpen()).toBe(false)
})

it('a request that was sent in time is answered, even if the session ends before the application responds', async () => {
  const browser = await signIn(gate)
  const stream = await openStream(gate, browser)
  const answer = browser.call('/slow/save', { method: 'POST', body: 'note' })
  await expect.poll(() => waiting.has('/slow/save')).toBe(true)
  // The session ends with its ID token, after thirty seconds of tolerance.
  gate.clock.now += 3530 + 59
  await stream.closed
  expect(stream.isOpen()).toBe(false)
  waiting.get('/slow/save')?.end('saved')
  expect((await answer).text).toBe('saved')
})

it.each([
  ['gate', () => gate, 60],
  ['gate with a grace', () => graceful, 660],
])(
  'at a %s, a request whose body never ends is closed after the time allowed for its response',
  async (...row) => {
    const [, started, seconds] = row
    const { port, clock } = started()
    const path = `/slow/upload-${seconds}`
    const headers = { host: publicHost, cookie: cookieHeader(await signIn(started())) }
    const request = http.request({ port, path, method: 'POST', headers, agent: false })
    request.on('error', () => {})
    request.write('first')
    await expect.poll(() => waiting.has(path)).toBe(true)
    const closed = untilClosed(request)
    clock.now += 3530 + seconds
    await closed
    expect(request.destroyed).toBe(true)
  },
)

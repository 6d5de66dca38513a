import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
let begun: string[]
let answers: http.ServerResponse[]

/** Responds only when the test says so. */
const application: http.RequestListener = (req, res) => {
  begun.push(req.url ?? '')
  answers.push(res)
  if (req.url === '/stream') res.write('first ')
}

/** Longer than a test may take, so that waiting for it fails the test. */
const grace = 600_000

beforeEach(async () => {
  begun = []
  answers = []
  gate = await startTestGate({ application })
  browser = await signIn(gate)
})
afterEach(() => gate.stop())

const untilBegun = (count: number) => expect.poll(() => begun.length).toBe(count)

/** An open connection that records what it receives. */
function connect() {
  const socket = net.connect(gate.port, '127.0.0.1')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const kept = { text: '', closed: once(socket, 'close') }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (kept.text += chunk))
  socket.on('error', () => {})
  const send = (path: string, ...more: string[]) =>
    socket.write(
      [`GET ${path} HTTP/1.1`, `Host: ${publicHost}`, `Cookie: ${cookie}`, ...more, '', ''].join(
        '\r\n',
      ),
    )
  return { socket, kept, send }
}

it('when the gate stops, requests in flight are answered with Connection: close, and the process ends after the last response', async () => {
  const { send, kept } = connect()
  send('/slow')
  await untilBegun(1)
  const stopped = gate.stopWithin(grace)
  answers[0]?.end('whole')
  await stopped
  await kept.closed
  expect(kept.text).toMatch(/^connection: close\r$/im)
  expect(kept.text).not.toMatch(/keep-alive/i)
  expect(kept.text).toContain('whole')
})

it('when the gate stops, it begins no other request on a busy connection', async () => {
  const { send, kept } = connect()
  send('/slow')
  await untilBegun(1)
  const stopped = gate.stopWithin(grace)
  send('/next')
  send('/_gcp_iap/healthz')
  answers[0]?.end('whole')
  await stopped
  await kept.closed
  expect(begun).toEqual(['/slow'])
  expect(kept.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

it('when the gate stops, it closes a connection as soon as its response is complete', async () => {
  const { send, kept } = connect()
  send('/stream')
  await expect.poll(() => kept.text).toContain('first')
  const stopped = gate.stopWithin(grace)
  send('/next')
  answers[0]?.end('last')
  await stopped
  await kept.closed
  expect(kept.text).toContain('last')
  expect(begun).toEqual(['/stream'])
})

it('when the gate stops, it closes connections without a complete request at once', async () => {
  const [silent, half, answered] = [connect(), connect(), connect()]
  half.socket.write('GET / HTTP/1.1\r\n')
  answered.send('/_gcp_iap/healthz')
  await expect.poll(() => answered.kept.text).toContain('ok')
  await once(connect().socket, 'connect')
  await gate.stopWithin(grace)
  await Promise.all([silent, half, answered].map(({ kept }) => kept.closed))
})

it('a gate that drains still serves requests and connections, each with Connection: close, and is not healthy', async () => {
  const [kept, busy] = [connect(), connect()]
  kept.send('/_gcp_iap/healthz')
  await expect.poll(() => kept.kept.text).toContain('ok')
  busy.send('/slow')
  await untilBegun(1)
  gate.drain()
  kept.send('/_gcp_iap/healthz')
  await kept.kept.closed
  expect(kept.kept.text).toMatch(/HTTP\/1\.1 503.*connection: close.*stopping$/is)
  const late = connect()
  late.send('/late')
  await untilBegun(2)
  for (const answer of answers) answer.end('whole')
  for (const each of [busy, late]) {
    await each.kept.closed
    expect(each.kept.text).toMatch(/^connection: close\r$/im)
    expect(each.kept.text).toContain('whole')
  }
})

it('when the gate stops listening, a connection that is open is served once more, and none is accepted', async () => {
  const early = connect()
  await once(early.socket, 'connect')
  const kept = connect()
  kept.send('/_gcp_iap/healthz')
  await expect.poll(() => kept.kept.text).toContain('ok')
  gate.stopListening()
  const late = connect()
  await expect(late.kept.closed).rejects.toThrow('ECONNREFUSED')
  for (const each of [early, kept]) each.send('/x')
  await untilBegun(2)
  for (const answer of answers) answer.end('whole')
  for (const each of [early, kept]) {
    await each.kept.closed
    expect(each.kept.text).toMatch(/connection: close[^]*whole$/i)
  }
})

it('when the gate stops, it ends event streams in order, and does not wait for them', async () => {
  const { send, kept } = connect()
  send('/events')
  await untilBegun(1)
  answers[0]?.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  answers[0]?.write('data: 1\n\n')
  await expect.poll(() => kept.text).toContain('data: 1')
  const left = once(answers[0] as http.ServerResponse, 'close')
  await gate.stopWithin(grace)
  await kept.closed
  // The last chunk of a complete response.
  expect(kept.text).toMatch(/\r\n0\r\n\r\n$/)
  await left
})

it('when the gate stops, a WebSocket whose client answers nothing is closed soon', async () => {
  gate.upstream.on('upgrade', (_, socket) =>
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ),
  )
  const { send, kept } = connect()
  send(
    '/chat',
    `Origin: ${publicOrigin}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  )
  await expect.poll(() => kept.text).toContain('101')
  await gate.stopWithin(grace)
  await kept.closed
})

it('when the gate stops, it closes connections by force after the grace period', async () => {
  const { send, kept } = connect()
  send('/stream')
  await expect.poll(() => kept.text).toContain('first')
  await gate.stopWithin(1)
  await kept.closed
})

it('stopping the gate twice is the same as stopping it once', async () => {
  const stops = [gate.stopWithin(grace), gate.stopWithin(grace)]
  expect(await Promise.all(stops)).toEqual([undefined, undefined])
})

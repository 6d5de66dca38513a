import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRaw, statusOf } from '../testing/raw-request.ts'
import { publicHost, publicOrigin, signIn, startTestGate } from '../testing/test-gate.ts'
import type { StartedGate } from '../testing/test-gate.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

let gate: StartedGate
let browser: TestBrowser
/** What the application writes. Each part is sent after the previous one. */
let parts: string[] = []
let sockets = new Set<Socket>()

beforeAll(async () => {
  gate = await startTestGate({
    application: (req) => void write(req.socket, req.url === '/next' ? [next] : parts),
  })
  gate.upstream.on('upgrade', (_, socket: Socket) => void write(socket, parts))
  browser = await signIn(gate)
})
beforeEach(() => {
  sockets = new Set()
})
afterAll(() => gate.stop())

async function write(socket: Socket, written: string[]) {
  sockets.add(socket)
  for (const part of written) {
    socket.write(part, 'latin1')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const next = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext'
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

describe('an interim response that was not requested', () => {
  it.each([
    ['100 Continue at once with the answer', [goOn + answer]],
    ['100 Continue ahead of the answer', [goOn, answer]],
    ['100 Continue with headers', ['HTTP/1.1 100 Continue\r\nDate: x\r\nX: y\r\n\r\n', answer]],
    ['100 Continue in HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', answer]],
    ['several of them', [goOn + goOn, goOn, goOn + answer]],
    ['one byte at a time', `${goOn}${goOn}${answer}`.split('')],
    [
      '100 behind 103',
      [`HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${goOn}${answer}`],
    ],
    ['102 Processing', ['HTTP/1.1 102 Processing\r\n\r\n', goOn, answer]],
  ])('an interim response that was not requested is no failure: %s', async (_, written) => {
    parts = written
    expect(await browser.call('/', { method: 'POST', body: 'x' })).toMatchObject({
      status: 200,
      text: 'ok',
    })
    expect((await browser.call('/next')).text).toBe('next')
  })

  it('an interim response is looked for only before the response, not in its body', async () => {
    const body = goOn + goOn
    parts = [`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`, ...body.split('')]
    expect((await browser.call('/')).text).toBe(body)
  })

  it('an interim response does not end the connection to the application', async () => {
    parts = [goOn, answer]
    await browser.call('/')
    await browser.call('/')
    expect(sockets.size).toBe(1)
  })

  it('an interim response with nothing after it becomes a 502', async () => {
    parts = [goOn]
    const lost = browser.call('/', { method: 'POST', body: 'x' })
    while (sockets.size === 0) await once(gate.upstream, 'request')
    await new Promise((resolve) => setImmediate(resolve))
    for (const socket of sockets) socket.end()
    expect((await lost).status).toBe(502)
  })
})

const headOf = (bytes: number) => `X-Large: ${'x'.repeat(bytes)}\r\n`

describe('the head of a response', () => {
  it.each([17, 20, 30, 32, 60])('a response head of %i KB is forwarded', async (kilobytes) => {
    const large = kilobytes * 1024
    parts = [`HTTP/1.1 200 OK\r\n${headOf(large)}Content-Length: 2\r\n\r\nok`]
    const raw = await sendRaw(gate.port, [
      'GET / HTTP/1.1',
      `Host: ${publicHost}`,
      `Cookie: __Host-foyer-session=${browser.cookies.get('__Host-foyer-session')}`,
      'Connection: close',
    ])
    expect(statusOf(raw)).toBe(200)
    expect(raw).toContain(headOf(large))
  })

  it('a response head over the limit is reported as too large', async () => {
    parts = [`HTTP/1.1 200 OK\r\n${headOf(70 * 1024)}Content-Length: 2\r\n\r\nok`]
    const script = await browser.call('/')
    expect(script.status).toBe(502)
    expect(JSON.parse(script.text)).toEqual({ error: { code: 502, reason: 'answerTooLarge' } })
    const page = await browser.open('/', { 'accept-language': 'tr' })
    expect(page.text).toContain('Uygulamanın yanıtı çok büyük')
    expect(page.text).not.toContain('ulaşılamıyor')
  })

  it('the response to a WebSocket request may have a head of 17 KB', async () => {
    const large = headOf(17 * 1024)
    parts = [
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${large}\r\n`,
    ]
    const socket = sendRaw(gate.port, [
      'GET /socket HTTP/1.1',
      `Host: ${publicHost}`,
      `Origin: ${publicOrigin}`,
      `Cookie: __Host-foyer-session=${browser.cookies.get('__Host-foyer-session')}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
    ])
    while (sockets.size === 0) await once(gate.upstream, 'upgrade')
    await new Promise((resolve) => setImmediate(resolve))
    for (const each of sockets) each.end()
    const raw = await socket
    expect(statusOf(raw)).toBe(101)
    expect(raw).toContain(large)
  })
})

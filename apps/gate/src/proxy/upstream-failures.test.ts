import type { Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient, startForwarding, type Client } from '../testing/forwarding.ts'

type Forwarding = Awaited<ReturnType<typeof startForwarding>>

let forwarding: Forwarding
afterEach(async () => {
  vi.useRealTimers()
  await forwarding.stop()
})

const head = (method: string, ...lines: string[]) => [
  `${method} /report HTTP/1.1`,
  'Host: app.corp.example',
  'Accept: text/html',
  ...lines,
]
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** An application whose connections the test answers one after the other. */
async function start(silenceMilliseconds?: number) {
  const connections: Client[] = []
  const waiting: ((client: Client) => void)[] = []
  forwarding = await startForwarding({
    application(socket: Socket) {
      socket.on('error', () => {})
      const client = createClient(socket)
      connections.push(client)
      waiting.shift()?.(client)
    },
    ...(silenceMilliseconds !== undefined && { silenceMilliseconds }),
  })
  return {
    connections,
    /** The next connection to the application. */
    next: () => new Promise<Client>((resolve) => void waiting.push(resolve)),
  }
}

/** One request on one connection, which the application has got. */
async function request(lines: string[], silenceMilliseconds?: number, body = '') {
  const { next, connections } = await start(silenceMilliseconds)
  const connected = next()
  const client = forwarding.connect(...lines)
  client.socket.write(body)
  const application = await connected
  await application.until('\r\n\r\n')
  return { client, application, next, connections }
}

/** A second request on the connection to the application that the first one has left open. */
async function secondRequest(method: string) {
  const both = await request(head('GET'))
  both.application.socket.write(ok)
  await both.client.until('\r\n\r\nok')
  const seen = both.application.received().length
  both.client.socket.write(`${head(method).join('\r\n')}\r\n\r\n`)
  await vi.waitUntil(() => both.application.received().length > seen)
  return both
}

const requests = ({ received }: Client) => received().match(/\/report/g)?.length ?? 0

it('the failure is logged with its code, and the application counts as down until it answers again', async () => {
  const { client, application, next } = await request(head('POST', 'Content-Length: 0'))
  application.socket.resetAndDestroy()
  await client.until('</html>')
  expect(forwarding.failures).toEqual(['unreachable'])
  expect(forwarding.logged).toEqual([
    expect.objectContaining({
      level: 40,
      failure: 'unreachable',
      code: 'ECONNRESET',
      msg: 'the application did not answer',
    }),
  ])
  expect(forwarding.counts.isUpstreamUp).toBe(false)

  const again = next()
  client.socket.write(`${head('GET').join('\r\n')}\r\n\r\n`)
  const other = await again
  await other.until('\r\n\r\n')
  other.socket.write(ok)
  await client.until('\r\n\r\nok')
  expect(forwarding.counts.isUpstreamUp).toBe(true)
})

it('the page offers to try again only where that repeats nothing', async () => {
  const read = await request(head('GET', 'X-Number: 1'))
  read.application.socket.write('what?\r\n\r\n')
  await read.client.until('</html>')
  expect(read.client.received()).toContain('href="/report"')
  await forwarding.stop()

  const written = await request(head('POST', 'Content-Length: 0'))
  written.application.socket.write('what?\r\n\r\n')
  await written.client.until('</html>')
  expect(written.client.received()).not.toContain('href="/report"')
})

it('a client that is too slow with its body gets no offer to try again, and says nothing about the application', async () => {
  await start(50)
  const client = forwarding.connect(...head('GET', 'Content-Length: 5'))
  await client.until('</html>')
  expect(client.received()).toMatch(/^HTTP\/1\.1 408 /)
  expect(client.received()).not.toContain('href="/report"')
  expect(forwarding.failures).toEqual(['client-too-slow'])
  expect(forwarding.counts.isUpstreamUp).toBe(true)
})

it('a slow client does not bring an application up that is down', async () => {
  await start(50)
  const client = forwarding.connect(...head('GET', 'Content-Length: 5'))
  forwarding.counts.isUpstreamUp = false
  await client.until('</html>')
  expect(forwarding.counts.isUpstreamUp).toBe(false)
})

it('an application that does not read the body is too slow, and not the client', async () => {
  // Long enough for a busy machine to fill the buffers of both sockets.
  const limit = 3000
  const lines = head('POST', 'Content-Length: 50000000')
  const { client, application } = await request(lines, limit, 'x')
  application.socket.pause()
  client.socket.write(Buffer.alloc(20_000_000))
  await client.until('</html>')
  expect(client.received()).toMatch(/^HTTP\/1\.1 504 /)
  expect(forwarding.failures).toEqual(['too-slow'])
  // The end of its connection is not one more failure.
  expect(forwarding.logged).toHaveLength(1)
})

it('each part of a body gives the client time for the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, application } = await request(head('POST', 'Content-Length: 3'), 1000, '1')
  for (const part of ['2', '3']) {
    vi.advanceTimersByTime(900)
    client.socket.write(part)
    await application.until(`\r\n\r\n${'123'.slice(0, Number(part))}`)
  }
  vi.advanceTimersByTime(900)
  application.socket.write(ok)
  await client.until('\r\n\r\nok')
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
})

it('a response may take any time once it has begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, application } = await request(head('GET'), 1000)
  application.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no')
  await client.until('\r\n\r\no')
  vi.advanceTimersByTime(5000)
  application.socket.write('k')
  await client.until('\r\n\r\nok')
  expect(forwarding.failures).toEqual([])
})

it('the time limit ends with a request whose client leaves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client, application } = await request(head('GET'), 1000)
  client.socket.destroy()
  await application.end
  vi.advanceTimersByTime(1000)
  expect(forwarding.failures).toEqual([])
})

it('a request whose client has left before the connection to the application was made is not sent', async () => {
  const { next } = await start()
  const connected = next()
  const client = forwarding.connect()
  forwarding.server.once('request', (_req, res) => res.destroy())
  client.socket.write(`${head('GET').join('\r\n')}\r\n\r\n`)
  const application = await connected
  expect(await application.end).toBe('')
})

it('a response that breaks off is logged', async () => {
  const { client, application } = await request(head('GET'))
  application.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhalf')
  await client.until('half')
  application.socket.resetAndDestroy()
  await client.end
  expect(forwarding.logged).toEqual([
    expect.objectContaining({ level: 20, code: 'ECONNRESET', msg: 'an answer was cut short' }),
  ])
  expect(forwarding.failures).toEqual([])
})

it('the connection to the application may break while the client still sends, and the client may use its own again', async () => {
  const posted = head('POST', 'Content-Length: 9')
  const { client, application, next } = await request(posted, 60_000, 'the')
  application.socket.resetAndDestroy()
  await client.until('</html>')
  const again = next()
  client.socket.write(`  rest${head('GET').join('\r\n')}\r\n\r\n`)
  const other = await again
  await other.until('\r\n\r\n')
  other.socket.write(ok)
  await client.until('\r\n\r\nok')
  expect(client.received()).toMatch(/^HTTP\/1\.1 502 /)
})

it.each([
  ['GET', 'closes', (socket: Socket) => socket.end()],
  ['GET', 'resets', (socket: Socket) => socket.resetAndDestroy()],
  ['HEAD', 'closes', (socket: Socket) => socket.end()],
])(
  'a %s on a kept connection is repeated once if the application %s it',
  async (method, _, leave) => {
    const { client, application, next } = await secondRequest(method)
    const again = next()
    leave(application.socket)
    const other = await again
    await other.until('\r\n\r\n')
    leave(other.socket)
    await client.until('HTTP/1.1 502')
    expect([requests(application), requests(other)]).toEqual([2, 1])
  },
)

it('a GET is not repeated if the application answers with something else than HTTP', async () => {
  const { client, application, connections } = await secondRequest('GET')
  application.socket.write('what?\r\n\r\n')
  await client.until('HTTP/1.1 502')
  expect(connections).toHaveLength(1)
})

it('only early hints are passed on', async () => {
  const { client, application } = await request(head('GET'))
  application.socket.write('HTTP/1.1 102 Processing\r\nLink: </a.css>; rel=preload\r\n\r\n')
  application.socket.write('HTTP/1.1 103 Early Hints\r\nX-Other: 1\r\n\r\n')
  application.socket.write('HTTP/1.1 103 Early Hints\r\nLink: </b.css>; rel=preload\r\n\r\n')
  application.socket.write(ok)
  await client.until('\r\n\r\nok')
  expect(client.received()).toMatch(
    /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/b\.css>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK\r\n/,
  )
})

it.each([
  [204, 'stays open'],
  [304, 'stays open'],
  [205, 'is closed, because undici waits for a body'],
])('after a %i, the connection to the application %s', async (status, what) => {
  const { client, application, next } = await request(head('GET'))
  const other = next()
  application.socket.write(`HTTP/1.1 ${status} X\r\n\r\n`)
  await client.until('\r\n\r\n')
  if (what !== 'stays open') await application.end
  client.socket.write(`${head('GET').join('\r\n')}\r\n\r\n`)
  const second = what === 'stays open' ? application : await other
  await second.until('\r\n\r\n')
  await expect.poll(() => requests(second)).toBe(what === 'stays open' ? 2 : 1)
})

import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endConnectionsOnClose } from './end-connections.ts'

let app: FastifyInstance
/** Lets the slow responses finish. */
let finish: () => void
/** Resolves when a slow response has started. */
let begun: Promise<void>
let requests: string[]

/** Longer than a test may run, so a test that depends on this timeout fails. */
let timeoutMs = 600_000

async function start() {
  requests = []
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let begin = () => {}
  begun = new Promise((resolve) => (begin = resolve))
  // The same as in the server, so that no connection ends because of a timeout.
  app = fastify({ keepAliveTimeout: 620_000 })
  endConnectionsOnClose(app, timeoutMs)
  app.addHook('onRequest', async ({ url }) => void requests.push(url))
  app.get('/fast', async () => 'fast')
  app.get('/slow', async () => {
    begin()
    await finished
    return 'slow'
  })
  app.get('/streamed', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': '8' })
    reply.raw.write('stre')
    begin()
    void finished.then(() => reply.raw.end('amed'))
  })
  app.post('/sent', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
}
beforeEach(start)
afterEach(() => app.close())

/** Starts to close the server. In-flight requests wait until `finish` is called. */
async function startClosing() {
  const closed = app.close()
  while (app.server.listening) await setImmediate()
  return { closed }
}

/** Opens a connection and records everything that it receives. */
function open() {
  const { port } = app.server.address() as AddressInfo
  const socket: Socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  socket.on('error', () => {})
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const connected = once(socket, 'connect')
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return {
    get,
    ended: async () => {
      await ended
      return received
    },
    async waitFor(text: string) {
      while (!received.includes(text)) await once(socket, 'data')
    },
    socket,
    connected,
  }
}

describe('closing the server', () => {
  it('a closing server answers an in-flight request with Connection: close and accepts no further request on the connection', async () => {
    const client = open()
    client.get('/fast')
    await client.waitFor('fast')
    client.get('/slow')
    await begun
    const { closed } = await startClosing()
    client.get('/fast')
    finish()
    const received = await client.ended()
    expect(received).toMatch(/connection: close\r\n(?:.+\r\n)*\r\nslow/i)
    expect(requests).toEqual(['/fast', '/slow'])
    await closed
  })

  it('a closing server closes the connection of a response whose headers were sent before', async () => {
    const client = open()
    client.get('/streamed')
    await begun
    await client.waitFor('stre')
    const { closed } = await startClosing()
    finish()
    expect(await client.ended()).toContain('streamed')
    await closed
  })

  it('a closing server closes idle connections, unused connections, and connections with an incomplete request header', async () => {
    const [kept, unused, halfWay] = [open(), open(), open()]
    kept.get('/fast')
    await kept.waitFor('fast')
    halfWay.socket.write('GET /fast HTTP/1.1\r\nHos')
    await Promise.all([unused.connected, halfWay.connected])
    await app.close()
    await Promise.all([kept, unused, halfWay].map(({ ended }) => ended()))
    expect(requests).toEqual(['/fast'])
  })

  it('a closing server cuts off a request whose body never arrives after the timeout', async () => {
    await app.close()
    timeoutMs = 1
    await start()
    const client = open()
    client.socket.write(
      'POST /sent HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nha',
    )
    while (requests.length === 0) await setImmediate()
    await app.close()
    expect(await client.ended()).toBe('')
  })
})

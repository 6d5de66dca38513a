import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endConnectionsOnClose } from './end-connections.ts'

let app: FastifyInstance
/** Lets the slow responses go on. */
let finish: () => void
/** Resolves when a slow response has begun. */
let begun: Promise<void>
let requests: string[]

/** More than a test may take: what waits for it has failed. */
let patience = 600_000

async function start() {
  requests = []
  const finished = new Promise<void>((resolve) => (finish = resolve))
  let begin = () => {}
  begun = new Promise((resolve) => (begin = resolve))
  // As long as the server's own, so that nothing here ends by a timeout.
  app = fastify({ keepAliveTimeout: 620_000 })
  endConnectionsOnClose(app, patience)
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

/** Begins to close the server; what is in flight is held up until `finish`. */
async function beginToClose() {
  const closed = app.close()
  while (app.server.listening) await setImmediate()
  return { closed }
}

/** A connection of which everything that is received is kept. */
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

describe('a server that closes', () => {
  it('finishes an in-flight request with Connection: close, and begins none behind it', async () => {
    const client = open()
    client.get('/fast')
    await client.waitFor('fast')
    client.get('/slow')
    await begun
    const { closed } = await beginToClose()
    client.get('/fast')
    finish()
    const received = await client.ended()
    expect(received).toMatch(/connection: close\r\n(?:.+\r\n)*\r\nslow/i)
    expect(requests).toEqual(['/fast', '/slow'])
    await closed
  })

  it('ends the connection of a response whose header was out before', async () => {
    const client = open()
    client.get('/streamed')
    await begun
    await client.waitFor('stre')
    const { closed } = await beginToClose()
    finish()
    expect(await client.ended()).toContain('streamed')
    await closed
  })

  it('ends connections that are kept, that never had a request, and that are in the middle of one', async () => {
    const [kept, unused, halfWay] = [open(), open(), open()]
    kept.get('/fast')
    await kept.waitFor('fast')
    halfWay.socket.write('GET /fast HTTP/1.1\r\nHos')
    await Promise.all([unused.connected, halfWay.connected])
    await app.close()
    await Promise.all([kept, unused, halfWay].map(({ ended }) => ended()))
    expect(requests).toEqual(['/fast'])
  })

  it('cuts off a request whose body never comes, once its patience is over', async () => {
    await app.close()
    patience = 1
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

import type { Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createClient, startForwarding, type Client } from '../testing/forwarding.ts'

type Forwarding = Awaited<ReturnType<typeof startForwarding>>

let forwarding: Forwarding
afterEach(() => forwarding.stop())

const get = ['GET /events HTTP/1.1', 'Host: app.corp.example']

/** A request, and the application's response to it, whose body goes on. */
async function openStream(...head: string[]) {
  let connected: (socket: Socket) => void = () => {}
  const connection = new Promise<Socket>((resolve) => (connected = resolve))
  forwarding = await startForwarding({ application: (socket) => connected(socket) })
  const client = forwarding.connect(...get)
  const application = createClient(await connection)
  await application.until('\r\n\r\n')
  application.socket.write(
    `${['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', ...head].join('\r\n')}\r\n\r\n`,
  )
  await send(application, client, 'first')
  return { client, application }
}

async function send(application: Client, client: Client, event: string) {
  application.socket.write(`${event.length.toString(16)}\r\n${event}\r\n`)
  await client.until(event)
}

it.each([['Content-Type: text/event-stream'], ['Content-Type: text/event-stream;charset=utf-8']])(
  'a stream of events (%s) is ended in order: the client gets a complete response, and the application is left',
  async (type) => {
    const { client, application } = await openStream(type)
    expect(forwarding.endless.count()).toBe(1)
    forwarding.endless.endAll()
    forwarding.endless.endAll()
    await client.until('0\r\n\r\n')
    expect(await application.end).toContain('GET /events')
    await expect.poll(() => forwarding.endless.count()).toBe(0)
    expect(forwarding.logged).toEqual([])
  },
)

it('an event that arrives after the end is not sent', async () => {
  const { client, application } = await openStream('Content-Type: text/event-stream')
  forwarding.endless.endAll()
  application.socket.write('4\r\nlate\r\n')
  await client.until('0\r\n\r\n')
  await application.end
  expect(client.received()).not.toContain('late')
})

it.each([
  ['X-Content-Type: none'],
  ['Content-Type: text/plain'],
  ['Content-Type: x/text/event-stream'],
])('a response with %s goes on while the gate stops', async (type) => {
  const { client, application } = await openStream(type)
  expect(forwarding.endless.count()).toBe(0)
  forwarding.endless.endAll()
  await send(application, client, 'second')
  expect(client.received()).not.toContain('0\r\n\r\n')
})

it('a stream that begins while the gate stops is ended at once', async () => {
  let connected: (socket: Socket) => void = () => {}
  const connection = new Promise<Socket>((resolve) => (connected = resolve))
  forwarding = await startForwarding({ application: (socket) => connected(socket) })
  forwarding.endless.endAll()
  const client = forwarding.connect(...get)
  const application = createClient(await connection)
  await application.until('\r\n\r\n')
  application.socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n')
  await client.until('0\r\n\r\n')
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
})

it('a stream that its client leaves is not among the open ones any more', async () => {
  const { client, application } = await openStream('Content-Type: text/event-stream')
  client.socket.destroy()
  await application.end
  await expect.poll(() => forwarding.endless.count()).toBe(0)
})

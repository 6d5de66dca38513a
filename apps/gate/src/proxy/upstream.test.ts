import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createUpstream, isHeadTooLarge } from './upstream.ts'

it('the gate expects the application’s own certificate over https, not one for the public host', async () => {
  const application = net.createServer().listen(0, 'localhost')
  await once(application, 'listening')
  const connected = once(application, 'connection') as Promise<[Socket]>
  const { port } = application.address() as AddressInfo
  const upstream = createUpstream(new URL(`https://localhost:${port}`))
  upstream.dispatch(
    { method: 'GET', path: '/', headers: ['host', 'app.corp.example'], body: null },
    { onRequestStart() {}, onResponseError() {} },
  )
  const [socket] = await connected
  // The server name is in the first TLS message in plain text.
  const [hello] = (await once(socket, 'data')) as [Buffer]
  expect([hello.includes('localhost'), hello.includes('app.corp.example')]).toEqual([true, false])
  upstream.close()
  socket.destroy()
  application.close()
})

it('a request that is sent in the moment in which an idle connection is closed goes over a new one', async () => {
  const application = http.createServer((_req, res) => res.end('here')).listen(0, '127.0.0.1')
  await once(application, 'listening')
  const { port } = application.address() as AddressInfo
  const upstream = createUpstream(new URL(`http://127.0.0.1:${port}`))
  const connections: Socket[] = []
  const keep = (message: unknown) => void connections.push((message as { socket: Socket }).socket)
  diagnostics.subscribe('undici:client:connected', keep)
  const ask = () =>
    new Promise<string>((resolve) => {
      let text = ''
      upstream.dispatch(
        { method: 'GET', path: '/', headers: ['host', 'x'], body: null },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData: (_controller, chunk) => void (text += chunk.toString()),
          onResponseEnd: () => resolve(text),
          onResponseError: (_controller, error) => resolve(error.message),
        },
      )
    })
  expect(await ask()).toBe('here')
  // undici uses the connection again one turn of the event loop later.
  await new Promise(setImmediate)
  const second = ask()
  // What undici does after an idle time.
  const idle = Object.assign(new Error('socket idle timeout'), { code: 'UND_ERR_INFO' })
  connections[0]?.destroy(idle)
  expect(await second).toBe('here')
  expect(connections).toHaveLength(2)
  diagnostics.unsubscribe('undici:client:connected', keep)
  upstream.close()
  application.close()
})

it.each([
  ['UND_ERR_HEADERS_OVERFLOW', true],
  ['HPE_HEADER_OVERFLOW', true],
  ['ECONNRESET', false],
  [undefined, false],
])('the code %s means a head over the limit: %s', (code, isTooLarge) => {
  expect(isHeadTooLarge(code)).toBe(isTooLarge)
})

/** A TLS client begins with byte 22, an HTTP client with the method. */
it.each([
  ['http', 'G'.charCodeAt(0)],
  ['https', 22],
])('a WebSocket request is sent over %s', async (protocol, firstByte) => {
  const application = net.createServer().listen(0, '127.0.0.1')
  await once(application, 'listening')
  const connected = once(application, 'connection') as Promise<[Socket]>
  const { port } = application.address() as AddressInfo
  const upstream = createUpstream(new URL(`${protocol}://127.0.0.1:${port}`))
  const req = { method: 'GET', url: '/chat' } as http.IncomingMessage
  const request = upstream.requestAlone(req, ['host', 'app.corp.example'])
  request.on('error', () => {})
  request.end()
  const [socket] = await connected
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect(bytes[0]).toBe(firstByte)
  request.destroy()
  upstream.close()
  socket.destroy()
  application.close()
})

/** How many parts of this process look at the requests that undici sends. */
function continueGuards(): number {
  let count = 0
  const message = {
    get socket() {
      count += 1
      return {}
    },
  }
  diagnostics.channel('undici:client:sendHeaders').publish(message)
  return count
}

it('the connections to the application are closed with the gate', async () => {
  const application = http.createServer((_req, res) => res.end('here')).listen(0, '127.0.0.1')
  await once(application, 'listening')
  const connected = once(application, 'connection') as Promise<[Socket]>
  const { port } = application.address() as AddressInfo
  const before = continueGuards()
  const upstream = createUpstream(new URL(`http://127.0.0.1:${port}`))
  await new Promise<void>((resolve) => {
    upstream.dispatch(
      { method: 'GET', path: '/', headers: ['host', 'x'], body: null },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData() {},
        onResponseEnd: () => resolve(),
        onResponseError() {},
      },
    )
  })
  const [socket] = await connected
  expect(socket.destroyed).toBe(false)
  expect(continueGuards()).toBe(before + 1)
  const closed = once(socket, 'close')
  upstream.close()
  await closed
  expect(continueGuards()).toBe(before)
  application.close()
})

it('a connection that is refused is an error of the request', async () => {
  const application = net.createServer().listen(0, '127.0.0.1')
  await once(application, 'listening')
  const { port } = application.address() as AddressInfo
  application.close()
  await once(application, 'close')
  const upstream = createUpstream(new URL(`http://127.0.0.1:${port}`))
  const failure = await new Promise<NodeJS.ErrnoException>((resolve) => {
    upstream.dispatch(
      { method: 'GET', path: '/', headers: ['host', 'x'], body: null },
      { onRequestStart() {}, onResponseError: (_controller, error) => resolve(error) },
    )
  })
  expect(failure.code).toBe('ECONNREFUSED')
  upstream.close()
})

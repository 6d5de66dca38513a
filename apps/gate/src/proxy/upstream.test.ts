import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createUpstream } from './upstream.ts'

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

import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { patience } from '../testing/patience.ts'
import { publicHost, signIn, startTestGate } from '../testing/test-gate.ts'

const streams = 100

it('event streams that clients drop leave no connections to the application behind, and open no new ones', async () => {
  const open = new Set<Socket>()
  let connections = 0
  const gate = await startTestGate({
    application: (req, res) => {
      if (req.url === '/') res.end()
      else res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    },
  })
  gate.upstream.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const browser = await signIn(gate)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const opened = await Promise.all(
    Array.from({ length: streams }, async () => {
      const request = http.get({
        host: '127.0.0.1',
        port: gate.port,
        path: '/events',
        agent: false,
        headers: { host: publicHost, cookie },
      })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      await once(
        response.on('error', () => {}),
        'data',
      )
      return request
    }),
  )
  expect(open.size).toBeGreaterThanOrEqual(streams)
  const before = connections
  for (const request of opened) request.destroy()
  // The one that signed in may be kept for the next request.
  await vi.waitFor(() => expect(open.size).toBeLessThanOrEqual(1), patience)
  expect((await browser.open('/')).status).toBe(200)
  expect(connections).toBeLessThanOrEqual(before + 1)
  await gate.stop()
})

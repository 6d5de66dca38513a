import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Answer } from './connection.ts'
import { loadAtRate, loadFully, type Work } from './load.ts'
import { requestBytes } from './request.ts'

const servers: net.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: net.Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Blocks the process, like a long garbage collection. */
function standStill(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const request = requestBytes('GET', '/', { host: 'localhost' })

async function workOn(server: net.Server, more: Partial<Work> = {}): Promise<Work> {
  return {
    port: await listen(server),
    connections: 4,
    seconds: 0.2,
    next: () => request,
    check: ({ status, body }: Answer) => expect([status, body.toString()]).toEqual([200, 'right']),
    ...more,
  }
}

const right = () => http.createServer((_request, response) => response.end('right'))

it('a load run sends every request and checks every response', async () => {
  let left = 100
  const work = await workOn(right(), {
    seconds: 60,
    next: () => ((left -= 1) < 0 ? null : request),
  })
  const { requests, perSecond, p50, p99 } = await loadFully(work)
  expect(requests).toBe(100)
  expect(perSecond).toBeGreaterThan(0)
  expect(p99).toBeGreaterThanOrEqual(p50)
})

it('a load run keeps the requested rate', async () => {
  const { requests, perSecond } = await loadAtRate({ ...(await workOn(right())), perSecond: 500 })
  expect(requests).toBe(100)
  expect(perSecond).toBeLessThan(510)
})

it('the time of a request starts when it was due, so that a pause counts for all requests in it', async () => {
  let answered = 0
  const standing = http.createServer((_request, response) => {
    answered += 1
    if (answered === 1) standStill(100)
    response.end('right')
  })
  const work = await workOn(standing, { connections: 1 })
  const { p50 } = await loadAtRate({ ...work, perSecond: 500, seconds: 0.1 })
  // All fifty requests of that tenth of a second had to wait, half of them for at least half of it.
  expect(p50).toBeGreaterThan(40)
})

it.each([
  ['of another status', 'HTTP/1.1 500 X\r\ncontent-length: 5\r\n\r\nright'],
  ['with another body', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong'],
  ['without its length', 'HTTP/1.1 200 OK\r\n\r\nright'],
  ['longer than it says', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nright and more'],
  ['that never ends', ''],
])('a load run fails on a response %s', async (_what, bytes) => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => void (bytes === '' ? socket.destroy() : socket.write(bytes)))
  })
  await expect(loadFully(await workOn(server))).rejects.toThrow()
})

it('a response that arrives in pieces is put together', async () => {
  const server = net.createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n')
      setImmediate(() => {
        socket.write('\r\nri')
        setImmediate(() => socket.write('ght'))
      })
    })
  })
  let left = 1
  const next = () => ((left -= 1) < 0 ? null : request)
  expect(await loadFully(await workOn(server, { connections: 1, next }))).toMatchObject({
    requests: 1,
  })
})

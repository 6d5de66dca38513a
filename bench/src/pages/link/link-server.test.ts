import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLinkServer } from './link-server.ts'
import type { LinkServer } from './link-server.ts'
import type { LinkProfile } from './profile.ts'

const profile: LinkProfile = {
  roundTripMs: 80,
  downBitsPerSecond: 8_000_000, // a kilobyte in a millisecond
  upBitsPerSecond: 8_000_000,
}
/** The tolerance for differences between clocks and timers. */
const toleranceMs = 3

let target: Server
let link: LinkServer

beforeEach(async () => {
  // Responds to each byte with its value in kilobytes.
  target = createServer((socket) => {
    socket.on('data', (bytes: Buffer) => socket.write(Buffer.alloc((bytes[0] ?? 0) * 1000)))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  link = await openLinkServer({ target: (target.address() as AddressInfo).port, ports: 2 })
  link.use(profile)
})

afterEach(() => {
  link.close()
  target.close()
})

function openConnection(port = link.ports[0]): Socket {
  return connect(port ?? 0, '127.0.0.1')
}

async function msToReceive(socket: Socket, kilobytes: number): Promise<number> {
  const began = performance.now()
  socket.write(Buffer.from([kilobytes]))
  for (let missing = kilobytes * 1000; missing > 0;) {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    missing -= bytes.length
  }
  return performance.now() - began
}

describe('a link', () => {
  it('a link delays a new connection by its handshake and its first response', async () => {
    const socket = openConnection()
    expect(await msToReceive(socket, 1)).toBeGreaterThan(160 - toleranceMs)
  })

  it('a link delays an open connection only by the response and its bytes', async () => {
    const socket = openConnection()
    await msToReceive(socket, 1)
    const again = [await msToReceive(socket, 1), await msToReceive(socket, 1)]
    expect(Math.min(...again)).toBeGreaterThan(80 - toleranceMs)
    // A busy machine may be late once, so the fastest of several is used.
    expect(Math.min(...again)).toBeLessThan(160)
    expect(await msToReceive(socket, 200)).toBeGreaterThan(80 + 200 - toleranceMs)
  })

  it('a link shares its rate among connections on all its ports', async () => {
    const began = performance.now()
    const [one, other] = [openConnection(link.ports[0]), openConnection(link.ports[1])]
    await Promise.all([msToReceive(one, 100), msToReceive(other, 100)])
    expect(performance.now() - began).toBeGreaterThan(160 + 200 - toleranceMs)
  })

  it('a link closes all connections on request, and then accepts new ones', async () => {
    const socket = openConnection()
    await msToReceive(socket, 1)
    link.cut()
    await once(socket, 'close')
    expect(await msToReceive(openConnection(), 1)).toBeGreaterThan(160 - toleranceMs)
  })
})

import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { Lane } from './lane.ts'
import type { Clock, Flow } from './lane.ts'
import { unlimited } from './profile.ts'
import type { LinkProfile } from './profile.ts'

export interface LinkPlan {
  /** The servers' port on loopback. */
  readonly target: number
  /** How many ports the link has, one for each host. */
  readonly ports: number
}

/** The link itself: forwards connections from its ports to the target, with the delays of its profile. */
export interface LinkServer {
  readonly ports: readonly number[]
  use(profile: LinkProfile): void
  /** Closes all connections, as between two visits. */
  cut(): void
  close(): void
}

/** How many bytes of one connection may wait before its source is paused. */
const windowBytes = 48 * 1024
const lastBytesMs = 500

const clock: Clock = {
  now: () => performance.now(),
  callAt(moment, callback) {
    const timer = setTimeout(callback, moment - performance.now())
    return () => clearTimeout(timer)
  },
}

export async function openLinkServer(plan: LinkPlan): Promise<LinkServer> {
  const up = new Lane(clock, laneOf(unlimited, 'up'))
  const down = new Lane(clock, laneOf(unlimited, 'down'))
  let { roundTripMs } = unlimited
  const connections = new Set<() => void>()

  /** The browser sees a connection at once, but its first bytes wait for the TCP handshake. */
  function carry(browser: Socket): void {
    const server = connect(plan.target, '127.0.0.1')
    const openFrom = clock.now() + roundTripMs
    const flows = [pipe(browser, server, up, openFrom), pipe(server, browser, down, 0)]
    const end = (): void => {
      if (!connections.delete(end)) return
      for (const flow of flows) flow.close()
      browser.destroy()
      server.destroy()
    }
    connections.add(end)
    // Bytes that have been sent still arrive.
    const endSoon = () => setTimeout(end, roundTripMs + lastBytesMs)
    for (const socket of [browser, server]) socket.on('error', endSoon).on('close', endSoon)
  }

  const servers = await Promise.all(Array.from({ length: plan.ports }, () => listen(carry)))
  const cut = (): void => {
    for (const end of connections) end()
  }
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    use(profile) {
      roundTripMs = profile.roundTripMs
      up.use(laneOf(profile, 'up'))
      down.use(laneOf(profile, 'down'))
    },
    cut,
    close() {
      cut()
      for (const server of servers) server.close()
    },
  }
}

async function listen(carry: (browser: Socket) => void): Promise<Server> {
  const server = createServer(carry)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function pipe(from: Socket, to: Socket, lane: Lane, notBefore: number): Flow {
  const flow = lane.open((bytes) => {
    if (!to.destroyed) to.write(bytes)
    if (from.isPaused() && flow.waitingBytes() < windowBytes / 2) from.resume()
  })
  from.setNoDelay(true)
  from.on('data', (bytes: Buffer) => {
    flow.send(bytes, notBefore)
    if (flow.waitingBytes() > windowBytes) from.pause()
  })
  return flow
}

function laneOf(profile: LinkProfile, direction: 'up' | 'down') {
  const { roundTripMs, upBitsPerSecond, downBitsPerSecond } = profile
  const bitsPerSecond = direction === 'up' ? upBitsPerSecond : downBitsPerSecond
  return { delayMs: roundTripMs / 2, bitsPerSecond }
}

import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Lane } from './lane.ts'
import type { Clock, Flow } from './lane.ts'
import { unlimited } from './profile.ts'
import type { LinkProfile } from './profile.ts'

// A thread of its own: its timers may not wait for the servers and for what steers the browser.

export interface LinkPlan {
  /** The servers' port on loopback. */
  readonly target: number
  /** How many ports of its own the link has, one for each host. */
  readonly ports: number
}

export type LinkOrder =
  | { readonly kind: 'use'; readonly profile: LinkProfile }
  /** Every connection is cut, as hours later it would be. */
  | { readonly kind: 'cut' }

/** As much as one connection may have waiting before its source is held back. */
const windowBytes = 48 * 1024

const clock: Clock = {
  now: () => performance.now(),
  callAt(moment, callback) {
    const timer = setTimeout(callback, moment - performance.now())
    return () => clearTimeout(timer)
  },
}
const { target, ports } = workerData as LinkPlan
const up = new Lane(clock, laneOf(unlimited, 'up'))
const down = new Lane(clock, laneOf(unlimited, 'down'))
let { roundTripMs } = unlimited
const connections = new Set<() => void>()

parentPort?.on('message', (order: LinkOrder) => {
  if (order.kind === 'cut') for (const end of connections) end()
  else {
    roundTripMs = order.profile.roundTripMs
    up.use(laneOf(order.profile, 'up'))
    down.use(laneOf(order.profile, 'down'))
  }
  parentPort?.postMessage('done')
})
parentPort?.postMessage(await Promise.all(Array.from({ length: ports }, listen)))

async function listen(): Promise<number> {
  const server = createServer(carry)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The browser sees a connection at once; what it says first waits for the handshake of TCP. */
function carry(browser: Socket): void {
  const server = connect(target, '127.0.0.1')
  const openFrom = clock.now() + roundTripMs
  const flows: Flow[] = []
  const end = (): void => {
    connections.delete(end)
    for (const flow of flows.splice(0)) flow.close()
    browser.destroy()
    server.destroy()
  }
  connections.add(end)
  flows.push(pipe(browser, server, up, openFrom, end), pipe(server, browser, down, 0, end))
}

function pipe(from: Socket, to: Socket, lane: Lane, notBefore: number, end: () => void): Flow {
  const flow = lane.open((bytes) => {
    if (!to.destroyed) to.write(bytes)
    if (from.isPaused() && flow.waitingBytes() < windowBytes / 2) from.resume()
  })
  from.setNoDelay(true)
  from.on('data', (bytes: Buffer) => {
    flow.send(bytes, notBefore)
    if (flow.waitingBytes() > windowBytes) from.pause()
  })
  from.on('error', end)
  from.on('close', end)
  return flow
}

function laneOf(profile: LinkProfile, direction: 'up' | 'down') {
  const { roundTripMs, upBitsPerSecond, downBitsPerSecond } = profile
  const bitsPerSecond = direction === 'up' ? upBitsPerSecond : downBitsPerSecond
  return { delayMs: roundTripMs / 2, bitsPerSecond }
}

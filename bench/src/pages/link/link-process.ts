import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Lane } from './lane.ts'
import type { Clock, Flow } from './lane.ts'
import { unlimited } from './profile.ts'
import type { LinkProfile } from './profile.ts'

// A process of its own: its timers may not wait for the servers and for what steers the browser.

/** Told by the first message; the answer is the link's own ports. */
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
const lastBytesMs = 500

const clock: Clock = {
  now: () => performance.now(),
  callAt(moment, callback) {
    const timer = setTimeout(callback, moment - performance.now())
    return () => clearTimeout(timer)
  },
}
const up = new Lane(clock, laneOf(unlimited, 'up'))
const down = new Lane(clock, laneOf(unlimited, 'down'))
let { roundTripMs } = unlimited
const connections = new Set<() => void>()

process.once('message', ({ target, ports }: LinkPlan) => {
  process.on('message', obey)
  void Promise.all(Array.from({ length: ports }, () => listen(target))).then(tell)
})

function obey(order: LinkOrder): void {
  if (order.kind === 'cut') for (const end of connections) end()
  else {
    roundTripMs = order.profile.roundTripMs
    up.use(laneOf(order.profile, 'up'))
    down.use(laneOf(order.profile, 'down'))
  }
  tell('done')
}

function tell(message: unknown): void {
  process.send?.(message)
}

async function listen(target: number): Promise<number> {
  const server = createServer((browser) => carry(browser, target))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The browser sees a connection at once; what it says first waits for the handshake of TCP. */
function carry(browser: Socket, target: number): void {
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
  // What is under way still arrives.
  const endSoon = () => setTimeout(end, roundTripMs + lastBytesMs)
  flows.push(pipe(browser, server, up, openFrom), pipe(server, browser, down, 0))
  for (const socket of [browser, server]) socket.on('error', endSoon).on('close', endSoon)
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

/** One direction of a link. */
export interface LaneProfile {
  /** The latency of a packet, in addition to its sending time. */
  readonly delayMs: number
  readonly bitsPerSecond: number
}

/** One connection's share of a lane. */
export interface Flow {
  /** @param notBefore the earliest time at which the bytes may leave */
  send(bytes: Uint8Array, notBefore?: number): void
  /** How many bytes have not left yet. */
  waitingBytes(): number
  close(): void
}

export interface Clock {
  now(): number
  /** Calls back at that time or later. Returns a function that cancels the call. */
  callAt(moment: number, callback: () => void): () => void
}

interface OpenFlow {
  readonly deliver: (bytes: Uint8Array) => void
  readonly waiting: { readonly bytes: Uint8Array; readonly readyAt: number }[]
}

const payload = 1460 // the bytes in an Ethernet frame after the IP and TCP headers
const headers = 40

/**
 * Shares its rate among all flows, one packet of each in turn, and delivers in order. Times are calculated,
 * not measured: a late timer delays one packet and none after it.
 */
export class Lane {
  readonly #clock: Clock
  #profile: LaneProfile
  /** In the order in which they send. */
  readonly #flows: OpenFlow[] = []
  readonly #underWay: { arrivesAt: number; deliver: () => void }[] = []
  #freeAt = 0
  #takeCallBack = (): void => {}

  constructor(clock: Clock, profile: LaneProfile) {
    this.#clock = clock
    this.#profile = profile
  }

  /** Applies to everything that is sent from now on. */
  use(profile: LaneProfile): void {
    this.#profile = profile
  }

  open(deliver: (bytes: Uint8Array) => void): Flow {
    const flow: OpenFlow = { deliver, waiting: [] }
    this.#flows.push(flow)
    return {
      send: (bytes, notBefore = 0) => {
        const readyAt = Math.max(this.#clock.now(), notBefore)
        for (let from = 0; from < bytes.length; from += payload) {
          flow.waiting.push({ bytes: bytes.subarray(from, from + payload), readyAt })
        }
        this.#run()
      },
      waitingBytes: () => flow.waiting.reduce((sum, { bytes }) => sum + bytes.length, 0),
      close: () => {
        flow.waiting.length = 0
        this.#flows.splice(this.#flows.indexOf(flow), 1)
      },
    }
  }

  #run(): void {
    const now = this.#clock.now()
    while (this.#nextSending() <= now) this.#sendOne(this.#nextSending())
    while ((this.#underWay[0]?.arrivesAt ?? Infinity) <= now) this.#underWay.shift()?.deliver()
    const next = Math.min(this.#nextSending(), this.#underWay[0]?.arrivesAt ?? Infinity)
    this.#takeCallBack()
    if (next < Infinity) this.#takeCallBack = this.#clock.callAt(next, () => this.#run())
  }

  #nextSending(): number {
    const ready = this.#flows.map(({ waiting }) => waiting[0]?.readyAt ?? Infinity)
    return Math.max(this.#freeAt, Math.min(...ready, Infinity))
  }

  #sendOne(moment: number): void {
    const at = this.#flows.findIndex(({ waiting }) => (waiting[0]?.readyAt ?? Infinity) <= moment)
    const [flow] = this.#flows.splice(at, 1)
    const packet = flow?.waiting.shift()
    if (!flow || !packet) return
    this.#flows.push(flow)
    const bits = (packet.bytes.length + headers) * 8
    this.#freeAt = moment + (bits / this.#profile.bitsPerSecond) * 1000
    this.#underWay.push({
      arrivesAt: this.#freeAt + this.#profile.delayMs,
      deliver: () => flow.deliver(packet.bytes),
    })
  }
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** undici publishes it before it writes the head of a request. */
const headChannel = 'undici:client:sendHeaders'

/** Removes unrequested interim responses from the connections to the application. */
export interface ContinueGuard {
  watch(socket: Socket): void
  close(): void
}

/**
 * Removes `100 Continue` from what undici reads. Some applications send it for every body, and a client must be able to
 * parse it (RFC 9110, 15.2). But undici closes the connection, and a request that the application has carried out would
 * be answered with 502. It is looked for only between the head of a request and the head of its final response, never
 * in a body. A connection carries one request at a time.
 */
export function createContinueGuard(maxHeadBytes: number): ContinueGuard {
  const filters = new WeakMap<object, ContinueFilter>()
  const onRequestHead = (message: unknown) => {
    const { socket } = message as { socket: object }
    filters.get(socket)?.expectHead()
  }
  subscribe(headChannel, onRequestHead)
  return {
    watch(socket) {
      const filter = new ContinueFilter(maxHeadBytes)
      filters.set(socket, filter)
      const read = socket.read.bind(socket) as () => Buffer | null
      socket.read = () => {
        for (let chunk = read(); chunk !== null; chunk = read()) {
          const passed = filter.pass(chunk)
          if (passed.length > 0) return passed
        }
        return null
      }
    },
    close: () => void unsubscribe(headChannel, onRequestHead),
  }
}

const empty = Buffer.alloc(0)
const endOfHead = '\r\n\r\n'
/** The length of `HTTP/1.1 100`. */
const statusBytes = 12

class ContinueFilter {
  readonly #maxHeadBytes: number
  #isHeadDue = false
  #held: Buffer = empty

  constructor(maxHeadBytes: number) {
    this.#maxHeadBytes = maxHeadBytes
  }

  expectHead(): void {
    this.#isHeadDue = true
  }

  /** The bytes for undici to read. An incomplete head is held back. */
  pass(chunk: Buffer): Buffer {
    if (!this.#isHeadDue) return chunk
    let rest = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const passed: Buffer[] = []
    this.#held = empty
    while (rest.length > 0) {
      const end = this.#endOfInterim(rest)
      if (end === undefined) {
        this.#isHeadDue = false
        passed.push(rest)
        break
      }
      if (end === 'later') {
        this.#held = rest
        break
      }
      if (statusOf(rest) !== '100') passed.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return passed.length === 1 ? (passed[0] ?? empty) : Buffer.concat(passed)
  }

  /** Where the interim response at the beginning of these bytes ends, if there is one. */
  #endOfInterim(bytes: Buffer): number | 'later' | undefined {
    const start = bytes.toString('latin1', 0, statusBytes)
    // After a 101 the bytes are not HTTP, and undici can handle it.
    const isInterim = mayBeInterim(start) && statusOf(bytes) !== '101'
    if (!isInterim || bytes.length > this.#maxHeadBytes) return undefined
    const at = bytes.indexOf(endOfHead)
    return at === -1 ? 'later' : at + endOfHead.length
  }
}

const statusOf = (head: Buffer) => head.toString('latin1', statusBytes - 3, statusBytes)

/** Whether these first bytes begin an interim response, or may turn out to. */
const mayBeInterim = (start: string) =>
  ['HTTP/1.1 1', 'HTTP/1.0 1'].some((begin) => begin.startsWith(start) || start.startsWith(begin))

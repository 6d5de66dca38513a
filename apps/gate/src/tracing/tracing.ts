import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GateStore } from '../data/gate-store.ts'
import type { Upstream } from '../proxy/upstream.ts'

/**
 * Wraps the parts of the gate, so that each call of another system becomes a span. The parts do not know about it, and
 * without a collector nothing of this is loaded.
 */
export interface Tracing {
  request(req: IncomingMessage, res: ServerResponse, work: () => void): void
  upstream: (upstream: Upstream) => Upstream
  store(store: GateStore): GateStore
  fetch(given: typeof fetch): typeof fetch
  /** Sends the last spans. */
  stop(): Promise<void>
}

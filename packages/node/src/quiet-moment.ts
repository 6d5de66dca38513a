import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A turn of the event loop that is as short as this has handled next to nothing. */
const quietMs = 0.25

/**
 * Resolves after a short turn of the event loop, which has just accepted all connections that waited, or after
 * `patienceMs`. If a server stops listening then, hardly any connection waits. The kernel resets those that do,
 * and a load balancer may already have sent a POST on one, which it would not repeat at another instance.
 */
export async function untilQuiet(patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const startedAt = performance.now()
    await nextTurn()
    const now = performance.now()
    if (now - startedAt < quietMs || now > deadline) return
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

interface Steps {
  /** Tells load balancers to send no more requests. Those that arrive are still served. */
  drain: () => void
  /** How many milliseconds load balancers get to notice. */
  drainMs: number
  /** Lets the background jobs finish. Resolves when the last one has finished. */
  stopWorkers: () => Promise<void>
  /**
   * Lets in-flight requests finish. Resolves after the last response, or when the remaining connections were
   * closed.
   */
  closeServer: () => Promise<void>
  /** Closes the store, which requests and workers need until then. */
  closeStore: () => Promise<void>
}

/** Milliseconds after the draining at which the process exits in any case. Requests are cut off two seconds earlier. */
const timeoutMs = 12_000

/**
 * The limit for workers, in milliseconds after the last response. Unfinished jobs continue after the next
 * start.
 */
const workerTimeoutMs = 700

/**
 * A process manager stops a server with SIGTERM, a keyboard with SIGINT, and a closed terminal with SIGHUP. At
 * a keyboard nobody waits for a load balancer. Without a terminal, SIGHUP asks for new settings, but they are
 * built into the page and the routes. The first signal drains the server. A second signal of another kind is ignored, because some managers send
 * two at once. A second signal of the same kind ends the process at once, as for any other program.
 */
export function stopOnSignal(
  logger: FastifyBaseLogger,
  { drain, drainMs, stopWorkers, closeServer, closeStore }: Steps,
): void {
  const stop = async (signal: NodeJS.Signals) => {
    drain()
    if (signal === 'SIGTERM') await wait(drainMs)
    setTimeout(() => {
      logger.error('closed by force')
      process.exit(1)
    }, timeoutMs).unref()
    const workersStopped = stopWorkers()
    await closeServer()
    await Promise.race([workersStopped.then(closeStore), wait(workerTimeoutMs)])
  }

  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'closing')
    stop(signal).then(
      () => {
        logger.info('closed')
        process.exit(0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'closed with an error')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  process.on('SIGHUP', (signal) => {
    if (process.stdin.isTTY) onSignal(signal)
    else logger.warn('settings were not read again: they need a restart')
  })
}

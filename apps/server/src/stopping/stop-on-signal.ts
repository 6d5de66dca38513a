import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

interface Steps {
  /** Lets work that no client waits for end; resolves when the last piece is done. */
  stopWorkers: () => Promise<void>
  /** Lets in-flight requests end; resolves after the last response, or when the rest was cut off. */
  closeServer: () => Promise<void>
  /** Closes what requests and workers needed. */
  closeStore: () => Promise<void>
}

/** Milliseconds after which the process ends whatever goes on. Requests are cut off two seconds before. */
const patience = 12_000

/** The same for workers, counted from the last response. What they leave undone is done after the next start. */
const patienceForWorkers = 700

/**
 * A process manager ends a server by SIGTERM, a keyboard by SIGINT, and a terminal or supervisor that goes
 * away by SIGHUP. The first of them drains the server. Another kind changes nothing, because some managers
 * send two at once; the same once more ends the process at once, as for any other program.
 */
export function stopOnSignal(
  logger: FastifyBaseLogger,
  { stopWorkers, closeServer, closeStore }: Steps,
): void {
  const stop = async () => {
    const workersStopped = stopWorkers()
    await closeServer()
    await Promise.race([workersStopped.then(closeStore), wait(patienceForWorkers)])
  }

  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'closing')
    setTimeout(() => {
      logger.error('closed by force')
      process.exit(1)
    }, patience).unref()
    stop().then(
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal)
}

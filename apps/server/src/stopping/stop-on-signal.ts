import { setTimeout as wait } from 'node:timers/promises'
import { untilQuiet } from '@foyer/node/quiet-moment'
import type { FastifyBaseLogger } from 'fastify'

export interface StoppedWorkers {
  /** Resolves when no email is being sent. */
  emails: Promise<void>
  /** Resolves when the other jobs have finished. */
  others: Promise<void>
}

interface Steps {
  /** Tells load balancers to send no more requests. Those that arrive are still served. */
  drain: () => void
  /** How many milliseconds load balancers get to notice. */
  drainMs: number
  /** Accepts no more connections. Requests on those that are open are still served. */
  stopListening: () => void
  /** Begins no more background jobs. */
  stopWorkers: () => StoppedWorkers
  /**
   * Lets in-flight requests finish. Resolves after the last response, or when the remaining connections were
   * closed.
   */
  closeServer: () => Promise<void>
  /** Closes the store, which requests and workers need until then. */
  closeStore: () => Promise<void>
}

/**
 * Milliseconds for requests that were on their way when the server stopped listening: a load balancer may have opened a
 * connection for a POST, and would not repeat it at another instance.
 */
const lateMs = 500

/** Milliseconds after the draining at which the process exits in any case. Requests are cut off two seconds earlier. */
const timeoutMs = 12_000

/**
 * The limit for emails, in milliseconds after the draining: the same as for requests in flight. An email that is cut
 * off is sent again by another instance, although the mail server may have accepted it.
 */
const emailTimeoutMs = 10_000

/** The limit for other jobs, after the last response. They continue in another instance, or after the next start. */
const jobTimeoutMs = 700

/** A database that does not answer must not keep the process. */
const closeTimeoutMs = 500

/** What signals do. */
export interface Signals {
  /** From now on a signal stops the server in order. Until then it ends the process, which has nothing to finish. */
  stopInOrder(steps: Steps): void
}

/**
 * A process manager stops a server with SIGTERM, a keyboard with SIGINT, and a closed terminal with SIGHUP. At
 * a keyboard nobody waits for a load balancer. Without a terminal, SIGHUP asks for new settings, but they are
 * built into the page and the routes. The first signal drains the server. A second signal of another kind is ignored, because some managers send
 * two at once. A second signal of the same kind ends the process at once, as for any other program.
 *
 * Call it before anything that may wait, such as for a database: the first process of a container would ignore a signal
 * without a listener. The listeners stay the same, because a signal that arrives while one takes the place of another is
 * lost.
 */
export function handleSignals(logger: FastifyBaseLogger): Signals {
  let steps: Steps | undefined
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (steps === undefined) process.exit(0)
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'closing')
    stop(signal, steps, logger).then(
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
  return { stopInOrder: (given) => void (steps = given) }
}

async function stop(
  signal: NodeJS.Signals,
  { drain, drainMs, stopListening, stopWorkers, closeServer, closeStore }: Steps,
  logger: FastifyBaseLogger,
): Promise<void> {
  drain()
  // At once, so that most emails are sent before the draining ends. Other instances send those that are left.
  const { emails, others } = stopWorkers()
  if (signal === 'SIGTERM' && drainMs > 0) {
    await wait(drainMs)
    await untilQuiet(lateMs)
    stopListening()
    await wait(lateMs)
  }
  setTimeout(() => {
    logger.error('closed by force')
    process.exit(1)
  }, timeoutMs).unref()
  const emailsEnded = Promise.race([emails, wait(emailTimeoutMs)])
  await closeServer()
  await Promise.all([emailsEnded, Promise.race([others, wait(jobTimeoutMs)])])
  await Promise.race([closeStore(), wait(closeTimeoutMs)])
}

import type { FastifyBaseLogger } from 'fastify'
import { errorCodeOf } from '@foyer/node/system-error'

/** Told of each use of a system, and logs what matters about its outages. */
export interface OutageLog {
  failed: (error: unknown) => void
  answered: () => void
}

const reportEvery = 60_000

interface Options {
  /** `warn` for a system whose users notice nothing. */
  level?: 'error' | 'warn'
  /** Milliseconds without a failure. A system that answers some requests and fails others is still in its outage. */
  calmAfter?: number
  now?: () => number
}

/**
 * One line when an outage starts, one per minute while it lasts, one when it ends. Requests, workers and
 * probes meet the same outage many times a second, and their stack traces would bury everything else.
 */
export function createOutageLog(
  logger: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>,
  system: string,
  { level = 'error', calmAfter = 5_000, now = Date.now }: Options = {},
): OutageLog {
  let outage: { startedAt: number; reportedAt: number; failedAt: number } | null = null
  const secondsSince = (time: number) => Math.round((now() - time) / 1000)
  return {
    failed(error) {
      const reason = reasonOf(error)
      const time = now()
      if (outage === null) {
        outage = { startedAt: time, reportedAt: time, failedAt: time }
        logger[level]({ reason }, `${system} is unavailable`)
        return
      }
      outage.failedAt = time
      if (time - outage.reportedAt < reportEvery) return
      outage.reportedAt = time
      logger[level]({ reason, seconds: secondsSince(outage.startedAt) }, `${system} is unavailable`)
    },
    answered() {
      if (outage === null || now() - outage.failedAt < calmAfter) return
      logger.info({ seconds: secondsSince(outage.startedAt) }, `${system} is available again`)
      outage = null
    },
  }
}

/** The code and the message of what went wrong at the bottom, without a stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return [errorCodeOf(error), error.message].filter((text) => text !== '').join(': ')
}

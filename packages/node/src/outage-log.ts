import { errorCodeOf } from './system-error.ts'

/** The part of a logger that is used here, such as one of pino. */
type OutageLogger = Record<'error' | 'warn' | 'info', (details: object, message: string) => void>

/** Call it after each use of a system. It logs the outages of that system. */
export interface OutageLog {
  failed: (error: unknown) => void
  answered: () => void
}

const reportEvery = 60_000

interface Options {
  /** `warn` for a system whose outages users do not notice. */
  level?: 'error' | 'warn'
  /**
   * How many milliseconds without a failure end an outage. While a system answers some requests and fails
   * others, its outage continues.
   */
  calmAfter?: number
  now?: () => number
}

/**
 * Logs one line when an outage starts, one per minute during it, and one when it ends. Requests, workers and
 * health checks fail many times per second during an outage; their stack traces would hide everything else in
 * the log.
 */
export function createOutageLog(
  logger: OutageLogger,
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

/** The code and the message of the innermost cause, without a stack trace. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return [errorCodeOf(error), error.message].filter((text) => text !== '').join(': ')
}

import { setTimeout as pause } from 'node:timers/promises'
import { DriverError } from './driver-error.ts'

const intervals = [10, 20, 50]
const longest = 100

export class NotInTime extends Error {
  override readonly name = 'NotInTime'
}

interface PollOptions {
  timeout?: number
}

/**
 * Asks until the answer is true, and returns it. An error of the driver counts as no answer, because the page may be
 * between two documents.
 *
 * @param what is part of the error after the timeout
 */
export async function poll<Result>(
  what: string,
  ask: () => Promise<Result>,
  { timeout = 60_000 }: PollOptions = {},
): Promise<NonNullable<Result>> {
  const end = Date.now() + timeout
  let reason = ''
  for (let time = 0; Date.now() < end; time += 1) {
    try {
      const answer = await ask()
      if (answer) return answer
      reason = ''
    } catch (error) {
      if (!(error instanceof DriverError)) throw error
      reason = `: ${error.message}`
    }
    await pause(intervals[time] ?? longest)
  }
  throw new NotInTime(`Not within ${timeout / 1000} s: ${what}${reason}`)
}

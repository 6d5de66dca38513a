import { failureOf } from '../errors/failure.ts'
import type { TellFailure } from '../errors/failure.ts'

/** Shows every failure, with a retry, at the time 0. */
export const tellFailure: TellFailure = (error, say, again) => {
  const failure = failureOf(error, new Date(0))
  say(failure.action === 'retry' && again ? { ...failure, retry: again } : failure)
}

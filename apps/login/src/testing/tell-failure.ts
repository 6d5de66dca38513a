import { failureOf } from '../errors/failure.ts'
import type { TellFailure } from '../errors/failure.ts'

/** Tells every failure at the beginning of time, with the way to repeat it. */
export const tellFailure: TellFailure = (error, say, again) => {
  const failure = failureOf(error, new Date(0))
  say(failure.action === 'retry' && again ? { ...failure, retry: again } : failure)
}

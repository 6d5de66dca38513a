import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './client.ts'
import type { Judge } from './judge.ts'

/** A step failed again when it was repeated. */
export class GaveUp extends Error {}

type Check = (answer: Answer) => boolean

/** Longer than the restart of a killed instance takes. */
const attempts = 4
const pauseMs = 500

export function createSteps(judge: Judge) {
  /** Sends a request once. Null if it failed, which is recorded. */
  async function once(
    what: string,
    ask: () => Promise<Answer>,
    isExpected: Check,
  ): Promise<Answer | null> {
    const from = Date.now()
    const answer = await ask().catch((error: Error) => error)
    judge.count('requests')
    if (!(answer instanceof Error) && isExpected(answer)) return answer
    const reason = answer instanceof Error ? answer.message : summaryOf(answer)
    judge.failed({ what, reason, from, to: Date.now() })
    return null
  }

  /** Sends a request, and repeats it as a user does after a failure, which is recorded all the same. */
  async function step(what: string, ask: () => Promise<Answer>, isExpected: Check) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await once(what, ask, isExpected)
      if (answer !== null) return answer
      await wait(pauseMs)
    }
    throw new GaveUp(what)
  }

  return { once, step }
}

const summaryOf = ({ status, text }: Answer) =>
  `${status} ${text
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .trim()
    .slice(0, 80)}`

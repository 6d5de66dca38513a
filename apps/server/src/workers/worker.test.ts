import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWorker, type Outcome, type Worker } from './worker.ts'

let worker: Worker
let looks: number
beforeEach(() => (looks = 0))
afterEach(() => worker.stop())

/** Its usual pause is longer than a test may take. */
function start(outcomeOf: (look: number) => Outcome, onFailure = (error: unknown) => void error) {
  worker = startWorker({
    work: async () => outcomeOf((looks += 1)),
    pauseMs: 3_600_000,
    takenPauseMs: 10,
    onFailure,
  })
}

it('a worker looks again at once while there are jobs, and then pauses', async () => {
  start((look) => (look < 3 ? 'more' : 'done'))
  await expect.poll(() => looks).toBe(3)
  await worker.stop()
  expect(looks).toBe(3)
})

it('a worker whose job another process does looks again soon, in case that process was killed', async () => {
  start((look) => (look < 3 ? 'taken' : 'done'))
  await expect.poll(() => looks).toBe(3)
})

it('a worker reports a failure, pauses, and can be stopped meanwhile', async () => {
  const failures: unknown[] = []
  start(
    () => {
      throw new Error('down')
    },
    (error) => void failures.push(error),
  )
  await expect.poll(() => failures).toEqual([new Error('down')])
  await worker.stop()
  expect(looks).toBe(1)
})

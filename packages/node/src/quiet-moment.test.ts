import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { untilQuiet } from './quiet-moment.ts'

/** Keeps this many turns of the event loop busy. */
function keepBusy(turns: number) {
  const work = { turnsLeft: turns }
  const turn = () => {
    const endsAt = performance.now() + 2
    while (performance.now() < endsAt);
    work.turnsLeft -= 1
    if (work.turnsLeft > 0) setImmediate(turn)
  }
  setImmediate(turn)
  return work
}

it('waits until the event loop has nothing to do', async () => {
  const work = keepBusy(20)
  await untilQuiet(60_000)
  expect(work.turnsLeft).toBe(0)
})

it('gives up after the given time', async () => {
  const work = keepBusy(1_000_000)
  await untilQuiet(20)
  expect(work.turnsLeft).toBeGreaterThan(0)
  work.turnsLeft = 0
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startParallelWorker } from './parallel-worker.ts'
import type { Worker } from './worker.ts'

let worker: Worker | null = null
let jobs: number[]
let running: Map<number, { end: () => void; fail: (error: Error) => void }>
let failures: string[]
let looks: number

beforeEach(() => {
  vi.useFakeTimers()
  jobs = []
  running = new Map()
  failures = []
  looks = 0
})
afterEach(async () => {
  const stopped = worker?.stop()
  for (const { end } of running.values()) end()
  await stopped
  vi.useRealTimers()
})

function start(atOnce: number) {
  worker = startParallelWorker<number>({
    take: async () => {
      looks += 1
      return jobs.shift() ?? null
    },
    work: (job) =>
      new Promise<void>((resolve, reject) => {
        const ended = (settle: () => void) => () => {
          running.delete(job)
          settle()
        }
        running.set(job, {
          end: ended(resolve),
          fail: (error) => ended(() => reject(error))(),
        })
      }),
    atOnce,
    pauseMs: 1000,
    onFailure: (error) => failures.push((error as Error).message),
  })
}

const names = () => [...running.keys()]
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a worker with several jobs at once', () => {
  it('a parallel worker runs as many jobs at once as it may, and the next as soon as one has ended', async () => {
    jobs = [1, 2, 3, 4, 5]
    start(3)
    await after(0)
    expect(names()).toEqual([1, 2, 3])
    running.get(2)?.end()
    await after(0)
    expect(names()).toEqual([1, 3, 4])
  })

  it('without jobs it looks once in each pause, however many it may run', async () => {
    start(10)
    await after(5500)
    expect(looks).toBe(6)
  })

  it('a slow job does not hold up new ones', async () => {
    jobs = [1]
    start(2)
    await after(3000)
    jobs = [2]
    await after(1000)
    expect(names()).toEqual([1, 2])
  })

  it('after a failure it pauses, reports the failure once, and runs half as many', async () => {
    jobs = [1, 2, 3, 4, 5, 6, 7, 8]
    start(4)
    await after(0)
    for (const job of [1, 2, 3]) running.get(job)?.fail(new Error(`down for ${job}`))
    await after(9000)
    expect(names()).toEqual([4])
    expect(failures).toEqual(['down for 1'])
    await after(1000)
    expect(names()).toEqual([4, 5])
    running.get(4)?.end()
    await after(0)
    expect(names()).toEqual([5, 6])
  })

  it('a parallel worker runs more jobs again after ten minutes without a failure, and never fewer than one', async () => {
    jobs = [1, 2, 3, 4, 5, 6, 7]
    start(2)
    await after(0)
    running.get(1)?.fail(new Error('down'))
    await after(10_000)
    running.get(2)?.fail(new Error('down'))
    await after(10_000)
    expect(names()).toEqual([3])
    await after(600_000)
    running.get(3)?.end()
    await after(1000)
    expect(names()).toEqual([4, 5])
  })

  it('a parallel worker takes no job after it was stopped, and resolves when the last one has ended', async () => {
    jobs = [1, 2, 3]
    start(2)
    await after(0)
    let isStopped = false
    const stopped = worker?.stop().then(() => (isStopped = true))
    running.get(1)?.end()
    await after(0)
    expect([names(), isStopped]).toEqual([[2], false])
    running.get(2)?.end()
    await stopped
    expect(jobs).toEqual([3])
  })

  it('a failed look is reported and repeated after a pause', async () => {
    let isDown = true
    worker = startParallelWorker<number>({
      take: async () => {
        looks += 1
        if (isDown) throw new Error('no database')
        return null
      },
      work: async () => {},
      atOnce: 2,
      pauseMs: 1000,
      onFailure: (error) => failures.push((error as Error).message),
    })
    await after(9000)
    isDown = false
    await after(1500)
    expect([looks, failures]).toEqual([2, ['no database']])
  })
})

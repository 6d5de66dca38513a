import { setTimeout as wait } from 'node:timers/promises'

export interface Worker {
  /** Resolves when the current job has finished. */
  stop(): Promise<void>
}

/**
 * `more`: there may be another job. `done`: there is none now. `taken`: another process does it, and it could be killed
 * before it has finished.
 */
export type Outcome = 'more' | 'done' | 'taken'

interface Task {
  /** Does one job. A long job ends early when the signal is aborted. */
  work: (signal: AbortSignal) => Promise<Outcome>
  pauseMs: number
  /** Until the next look at a job that another process does. Its lease ends ten seconds after it was killed. */
  takenPauseMs?: number
  onFailure: (error: unknown) => void
}

/** Runs jobs until there are none, then checks again after a pause. */
export function startWorker({ work, pauseMs, takenPauseMs = 15_000, onFailure }: Task): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      let pause = pauseMs
      const outcome = await work(signal).catch((error: unknown): Outcome => {
        onFailure(error)
        // After a failure the pause is longer: retrying every second would not bring a service back sooner.
        pause = Math.max(pauseMs, 10_000)
        return 'done'
      })
      if (outcome === 'taken') pause = Math.min(pauseMs, takenPauseMs)
      if (outcome !== 'more') await wait(pause, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

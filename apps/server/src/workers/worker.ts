import { setTimeout as wait } from 'node:timers/promises'

export interface Worker {
  /** Resolves when the current job has finished. */
  stop(): Promise<void>
}

interface Task {
  /** Does one job. Resolves to false if there was none. A long job ends early when the signal is aborted. */
  work: (signal: AbortSignal) => Promise<boolean>
  pauseMs: number
  onFailure: (error: unknown) => void
}

/** Runs jobs until there are none, then checks again after a pause. */
export function startWorker({ work, pauseMs, onFailure }: Task): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      let pause = pauseMs
      const hasMore = await work(signal).catch((error: unknown) => {
        onFailure(error)
        // After a failure the pause is longer: retrying every second would not bring a service back sooner.
        pause = Math.max(pauseMs, 10_000)
        return false
      })
      if (!hasMore) await wait(pause, undefined, { signal }).catch(() => {})
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

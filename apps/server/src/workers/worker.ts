import { setTimeout as wait } from 'node:timers/promises'

export interface Worker {
  /** Resolves when the piece at hand is done. */
  stop(): Promise<void>
}

interface Task {
  /** Does one piece; false when there was none. */
  work: () => Promise<boolean>
  pauseMs: number
  onFailure: (error: unknown) => void
}

/** Works while there is something to do, and looks again after a pause. */
export function startWorker({ work, pauseMs, onFailure }: Task): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      let pause = pauseMs
      const hasMore = await work().catch((error: unknown) => {
        onFailure(error)
        // What is away does not come back sooner for being asked each second.
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

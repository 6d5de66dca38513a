/** Runs a few tasks at a time, and refuses a task while too many wait. */
export interface WorkQueue {
  /** Null if the task was refused. */
  run<Value>(task: () => Promise<Value>): Promise<Value> | null
}

export function createWorkQueue(atOnce: number, maxWaiting: number): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []

  async function runNow<Value>(task: () => Promise<Value>): Promise<Value> {
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The place is passed on, so that no later task can take it first.
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    run(task) {
      if (running < atOnce) {
        running += 1
        return runNow(task)
      }
      if (waiting.length >= maxWaiting) return null
      return new Promise<void>((resolve) => waiting.push(resolve)).then(() => runNow(task))
    },
  }
}

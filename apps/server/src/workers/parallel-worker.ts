import type { Worker } from './worker.ts'

interface ParallelTask<Job> {
  /** Null if there is no job. */
  take: () => Promise<Job | null>
  work: (job: Job) => Promise<void>
  atOnce: number
  /** Milliseconds until the next look for a job. */
  pauseMs: number
  onFailure: (error: unknown) => void
}

/** Milliseconds after a failure. Retrying at once would not bring a service back sooner. */
const failurePauseMs = 10_000
/** Milliseconds without a failure, after which more jobs may run at once again. */
const calmMs = 600_000

/**
 * Runs several jobs at once. Only one look at a time is made for the next job, however many may run.
 *
 * After a failure, half as many run at once, down to one: a mail server that accepts few connections refuses all
 * others, and each refusal would stop everything for a while.
 */
export function startParallelWorker<Job>(task: ParallelTask<Job>): Worker {
  const { take, work, pauseMs, onFailure } = task
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let atOnce = task.atOnce
  let resumesAt = 0
  let failedAt = 0

  function onError(error: unknown) {
    const now = Date.now()
    failedAt = now
    // The jobs that ran at the same time fail for the same reason.
    if (now < resumesAt) return
    resumesAt = now + failurePauseMs
    atOnce = Math.max(1, Math.floor(atOnce / 2))
    onFailure(error)
  }

  function start(job: Job) {
    const ended = work(job)
      .catch(onError)
      .then(() => void running.delete(ended))
    running.add(ended)
  }

  let endRest = () => {}
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run() {
    while (!stopping.signal.aborted) {
      if (atOnce < task.atOnce && Date.now() - failedAt > calmMs) {
        atOnce = Math.min(task.atOnce, atOnce * 2)
        failedAt = Date.now()
      }
      const pause = resumesAt - Date.now()
      if (pause > 0) await rest(pause)
      else if (running.size >= atOnce) await Promise.race(running)
      else {
        const job = (await take().catch(onError)) ?? null
        if (job !== null) start(job)
        // After a failure the next round has its own pause.
        else if (resumesAt <= Date.now()) await rest(pauseMs)
      }
    }
    await Promise.all(running)
  }

  const ended = run()
  return {
    stop() {
      stopping.abort()
      endRest()
      return ended
    },
  }
}

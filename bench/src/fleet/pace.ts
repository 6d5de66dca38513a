import { setTimeout as wait } from 'node:timers/promises'

export interface Paced {
  done: number
  /** Work that was due and could not start. */
  skipped: number
  seconds: number
}

/**
 * Starts work at a constant rate until the signal, also while earlier work has not ended. Work that is due while
 * `mostAtOnce` has not ended is skipped, so a small number adapts the load to the machine. Resolves when the last has
 * ended. Rejects if the work does: it handles what may fail.
 */
export async function pace(
  perSecond: number,
  signal: AbortSignal,
  mostAtOnce: number,
  work: (index: number) => Promise<unknown>,
): Promise<Paced> {
  const startedAt = Date.now()
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let started = 0
  let skipped = 0
  while (!signal.aborted && failures.length === 0) {
    const due = Math.floor(((Date.now() - startedAt) * perSecond) / 1000)
    for (; started + skipped < due;) {
      if (running.size >= mostAtOnce) {
        skipped += 1
        continue
      }
      const one: Promise<void> = work(started)
        .then(
          () => {},
          (error: unknown) => void failures.push(error),
        )
        .then(() => void running.delete(one))
      running.add(one)
      started += 1
    }
    await wait(10)
  }
  const seconds = (Date.now() - startedAt) / 1000
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  return { done: started, skipped, seconds }
}

import type { SafeStorage } from './safe-storage.ts'

/**
 * Stops a page and its neighbours from sending a visitor back and forth.
 *
 * @returns whether the automatic step may be taken: fewer than `limit` were within the last minute.
 *   Where nothing can be remembered the answer is no, because no loop could be noticed.
 */
export type LoopGuard = (step: string, limit?: number) => boolean

const windowMs = 60_000

export function createLoopGuard(storage: SafeStorage, now: () => number): LoopGuard {
  return (step, limit = 1) => {
    const key = `foyer:steps:${step}`
    const time = now()
    const recent = parseTimes(storage.read(key)).filter(
      (taken) => taken <= time && time - taken < windowMs,
    )
    if (recent.length >= limit) return false
    return storage.write(key, JSON.stringify([...recent, time]))
  }
}

function parseTimes(text: string | null): number[] {
  try {
    const times: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}

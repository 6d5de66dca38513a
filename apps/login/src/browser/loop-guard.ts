import type { SafeStorage } from './safe-storage.ts'

/**
 * Stops a page and its neighbours from sending a visitor back and forth: `stop` when the automatic
 * step was taken `limit` times within the last minute, `unsure` where nothing can be remembered.
 */
export type LoopGuard = (step: string, limit?: number) => 'go' | 'stop' | 'unsure'

const windowMs = 60_000

export function createLoopGuard(storage: SafeStorage, now: () => number): LoopGuard {
  return (step, limit = 1) => {
    const key = `foyer:steps:${step}`
    const time = now()
    const recent = parseTimes(storage.read(key)).filter(
      (taken) => taken <= time && time - taken < windowMs,
    )
    if (recent.length >= limit) return 'stop'
    return storage.write(key, JSON.stringify([...recent, time])) ? 'go' : 'unsure'
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

import * as v from 'valibot'
import { hashOf } from '@foyer/contract/reference'
import type { SafeStorage } from './safe-storage.ts'

/** A step that the page takes without the user, and might take again and again. */
export type AutomaticStep = 'finish' | 'product' | 'provider' | 'restart' | 'reload'

interface Allowance {
  /** How often the step is allowed within a minute. */
  limit?: number
  /** What the step is about. Only the same step with the same subject counts. */
  subject?: string
  /** Also counts page loads that the user requested. A persistent error comes back however often the user tries. */
  countsAll?: boolean
}

/** Stops redirects that would send a user back and forth without end. */
export interface LoopGuard {
  /**
   * Counts a step. `stop` if it was taken too often, `unsure` if storage is blocked. Steps before the user requested
   * this page, by typing or following a URL, do not count unless the allowance says so.
   */
  take: (step: AutomaticStep, allowance?: Allowance) => 'go' | 'stop' | 'unsure'
  /** The user has acted, so earlier steps no longer count. */
  forget: (step: AutomaticStep) => void
}

const windowMs = 60_000
const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ at: v.number(), of: v.string() })),
)

/** @param isAskedFor whether the user requested this page load, as far as the server can tell */
export function createLoopGuard(
  storage: SafeStorage,
  now: () => number,
  isAskedFor: boolean,
): LoopGuard {
  const countsFrom = isAskedFor ? now() : 0
  const keyOf = (step: AutomaticStep): string => `foyer:steps:${step}`

  return {
    take(step, { limit = 1, subject = '', countsAll = false } = {}) {
      const time = now()
      const kept = v.safeParse(stored, storage.read(keyOf(step)))
      const recent = (kept.success ? kept.output : []).filter(
        ({ at }) => (countsAll || at >= countsFrom) && at <= time && time - at < windowMs,
      )
      // A hash, because a URL of the application may have confidential parts.
      const of = hashOf(subject)
      if (recent.filter((taken) => taken.of === of).length >= limit) return 'stop'
      const isKept = storage.write(keyOf(step), JSON.stringify([...recent, { at: time, of }]))
      return isKept || isAskedFor ? 'go' : 'unsure'
    },
    forget: (step) => storage.remove(keyOf(step)),
  }
}

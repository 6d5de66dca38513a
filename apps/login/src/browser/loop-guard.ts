import * as v from 'valibot'
import { hashOf } from '../errors/failure.ts'
import type { SafeStorage } from './safe-storage.ts'

/** What the page does by itself, and may do over and over. */
export type AutomaticStep = 'finish' | 'product' | 'restart' | 'reload'

interface Allowance {
  /** How often within a minute. */
  limit?: number
  /** What the step is about: only the same step about the same thing counts as a return. */
  subject?: string
  /** Counts page loads that the user asked for too: an error comes back however often it is asked for. */
  countsAll?: boolean
}

/** Stops a page and its neighbours from sending a user back and forth. */
export interface LoopGuard {
  /**
   * Takes a step: `stop` when it was taken too often, `unsure` where nothing can be remembered. What was
   * taken before a user asked for this page, by a URL that they typed or followed, does not count unless
   * the allowance says so.
   */
  take: (step: AutomaticStep, allowance?: Allowance) => 'go' | 'stop' | 'unsure'
  /** The user has acted: what was taken before led nowhere by itself. */
  forget: (step: AutomaticStep) => void
}

const windowMs = 60_000
const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ at: v.number(), of: v.string() })),
)

/** @param isAskedFor whether the user asked for this page load, as far as the server can tell */
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
      // A hash, because a URL of the application may hold what is nobody's business here.
      const of = hashOf(subject)
      if (recent.filter((taken) => taken.of === of).length >= limit) return 'stop'
      const isKept = storage.write(keyOf(step), JSON.stringify([...recent, { at: time, of }]))
      return isKept || isAskedFor ? 'go' : 'unsure'
    },
    forget: (step) => storage.remove(keyOf(step)),
  }
}

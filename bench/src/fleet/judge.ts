/** When an instance was killed: from the signal until its connections were certainly closed. Milliseconds. */
export interface Kill {
  name: string
  from: number
  to: number
}

/** A request that did not get the expected response. */
export interface Failure {
  what: string
  reason: string
  from: number
  to: number
}

export interface Verdict {
  counts: ReadonlyMap<string, number>
  /** Failures of requests that were in flight at a kill. */
  lost: readonly Failure[]
  violations: readonly string[]
}

/** Collects what happens in a run, and judges it at the end. */
export interface Judge {
  count(what: string, times?: number): void
  /** Keeps the largest value. */
  longest(what: string, milliseconds: number): void
  failed(failure: Failure): void
  killed(kill: Kill): void
  violation(text: string): void
  /** Whether something was in flight at a kill. Only complete when the kills of that time are known. */
  wasKilled(time: Pick<Failure, 'from' | 'to'>): boolean
  verdict(): Verdict
}

export function createJudge(): Judge {
  const counts = new Map<string, number>()
  const failures: Failure[] = []
  const kills: Kill[] = []
  const violations: string[] = []

  const wasKilled = ({ from, to }: Pick<Failure, 'from' | 'to'>) =>
    kills.some((kill) => from <= kill.to && to >= kill.from)

  return {
    count: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    longest: (what, milliseconds) =>
      void counts.set(what, Math.max(counts.get(what) ?? 0, Math.round(milliseconds))),
    failed: (failure) => void failures.push(failure),
    killed: (kill) => void kills.push(kill),
    violation: (text) => void violations.push(text),
    wasKilled,
    verdict() {
      const lost = failures.filter(wasKilled)
      const unexplained = failures
        .filter((failure) => !wasKilled(failure))
        .map(({ what, reason }) => `a request failed: ${what}: ${reason}`)
      return { counts, lost, violations: summarise([...violations, ...unexplained]) }
    },
  }
}

/** The same violation many times is one line with its number. */
function summarise(texts: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`))
}

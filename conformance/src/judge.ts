import { compare } from './compare.ts'
import type { Difference } from './compare.ts'
import type { Scenario } from './scenario.ts'
import type { Trace } from './trace.ts'

export type Verdict =
  | { readonly kind: 'identical' }
  | { readonly kind: 'deliberate'; readonly because: string }
  | { readonly kind: 'different'; readonly report: readonly string[] }

/** Compares two traces and holds the result against what the scenario says of it. */
export function judge(differs: Scenario['differs'], theirs: Trace, ours: Trace): Verdict {
  const found = compare(theirs, ours).map(line)
  if (!differs) {
    return found.length === 0 ? { kind: 'identical' } : { kind: 'different', report: found }
  }
  const declared = differs.exactly.map(line)
  const report = [
    ...found.filter((difference) => !declared.includes(difference)),
    ...declared
      .filter((difference) => !found.includes(difference))
      .map((difference) => `declared, but not there: ${difference}`),
  ]
  return report.length === 0
    ? { kind: 'deliberate', because: differs.because }
    : { kind: 'different', report }
}

function line({ at, theirs, ours }: Difference): string {
  return `${at}: theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`
}

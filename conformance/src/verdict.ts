import { isDeepStrictEqual } from 'node:util'
import { compare } from './compare.ts'
import type { Difference } from './compare.ts'
import type { DeclaredDifference, Scenario } from './scenario.ts'
import type { Trace } from './trace.ts'

export type Verdict =
  | { readonly kind: 'identical' }
  | { readonly kind: 'deliberate'; readonly because: string }
  | { readonly kind: 'different'; readonly report: readonly string[] }

/** A placeholder in declared differences for any message of the public library, because ours differ. */
export const anyLibraryMessage = 'any message of the library'

/** Compares two traces and checks the differences against those that the scenario declares. */
export function verdictOf({ differs }: Scenario, theirs: Trace, ours: Trace): Verdict {
  const found = compare(theirs, ours)
  if (!differs) {
    return found.length === 0
      ? { kind: 'identical' }
      : { kind: 'different', report: found.map((one) => formatDifference(one)) }
  }
  const report = [
    ...(found.length === 0 ? ['declared different, but identical'] : []),
    ...undeclaredDifferences(differs, found),
    ...unexpectedBehaviour(differs, ours),
  ]
  return report.length === 0
    ? { kind: 'deliberate', because: differs.because }
    : { kind: 'different', report }
}

function undeclaredDifferences(
  { exactly }: DeclaredDifference,
  found: readonly Difference[],
): string[] {
  if (!exactly) return []
  const matches = (difference: Difference) => (declared: Difference) =>
    isDeepStrictEqual(difference, declared) ||
    (declared.theirs === anyLibraryMessage &&
      typeof difference.theirs === 'string' &&
      isDeepStrictEqual({ ...difference, theirs: anyLibraryMessage }, declared))
  return [
    ...found
      .filter((difference) => !exactly.some(matches(difference)))
      .map((one) => formatDifference(one)),
    ...exactly
      .filter((declared) => !found.some((difference) => matches(difference)(declared)))
      .map((declared) => `declared, but it does not occur: ${formatDifference(declared)}`),
  ]
}

function unexpectedBehaviour({ ours: expected }: DeclaredDifference, ours: Trace): string[] {
  if (!expected) return []
  // The declaration has no history, so our own is used and not compared.
  return compare({ ...expected, history: ours.history }, ours).map(({ at, theirs, ours }) =>
    formatDifference({ at, theirs, ours }, 'declared'),
  )
}

function formatDifference({ at, theirs, ours }: Difference, side = 'theirs'): string {
  return `${at}: ${side} ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`
}

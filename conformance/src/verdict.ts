import { isDeepStrictEqual } from 'node:util'
import { compare } from './compare.ts'
import type { Difference } from './compare.ts'
import type { Deliberate, Scenario } from './scenario.ts'
import type { Trace } from './trace.ts'

export type Verdict =
  | { readonly kind: 'identical' }
  | { readonly kind: 'deliberate'; readonly because: string }
  | { readonly kind: 'different'; readonly report: readonly string[] }

/** Stands for a message of the library for which we have our own. */
export const someText = 'some text of theirs'

/** Compares two traces and checks the differences against those that the scenario declares. */
export function verdictOf({ differs }: Scenario, theirs: Trace, ours: Trace): Verdict {
  const found = compare(theirs, ours)
  if (!differs) {
    return found.length === 0
      ? { kind: 'identical' }
      : { kind: 'different', report: found.map(line) }
  }
  const report = [
    ...(found.length === 0 ? ['declared different, but identical'] : []),
    ...undeclared(differs, found),
    ...unexpected(differs, ours),
  ]
  return report.length === 0
    ? { kind: 'deliberate', because: differs.because }
    : { kind: 'different', report }
}

function undeclared({ exactly }: Deliberate, found: readonly Difference[]): string[] {
  if (!exactly) return []
  const matches = (difference: Difference) => (declared: Difference) =>
    isDeepStrictEqual(difference, declared) ||
    (declared.theirs === someText &&
      typeof difference.theirs === 'string' &&
      isDeepStrictEqual({ ...difference, theirs: someText }, declared))
  return [
    ...found.filter((difference) => !exactly.some(matches(difference))).map(line),
    ...exactly
      .filter((declared) => !found.some((difference) => matches(difference)(declared)))
      .map((declared) => `declared, but it does not occur: ${line(declared)}`),
  ]
}

function unexpected({ ours: expected }: Deliberate, ours: Trace): string[] {
  if (!expected) return []
  return compare({ ...expected, history: ours.history }, ours).map(({ at, theirs, ours }) =>
    line({ at, theirs, ours }).replace('theirs', 'declared'),
  )
}

function line({ at, theirs, ours }: Difference): string {
  return `${at}: theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`
}

import type { Verdict } from './verdict.ts'
import type { Scenario } from './scenario.ts'

type Verdicts = Iterable<Verdict>

/** One line for each group, the reasons for its intended differences, and each failure in full. */
export function report(
  groups: Readonly<Record<string, readonly Scenario[]>>,
  verdicts: ReadonlyMap<Scenario, Verdict>,
): string {
  return Object.entries(groups)
    .flatMap(([group, scenarios]) => {
      const played = scenarios.flatMap((scenario) => {
        const verdict = verdicts.get(scenario)
        return verdict ? [{ title: scenario.title, verdict }] : []
      })
      return played.length === 0 ? [] : reportGroup(group, played)
    })
    .join('\n')
}

export function summary(verdicts: Verdicts): string {
  const all = [...verdicts]
  return (
    `${all.length} scenarios: ${countOf(all, 'identical')} identical, ` +
    `${countOf(all, 'deliberate')} deliberately different, ${countOf(all, 'different')} different`
  )
}

export function countOf(verdicts: Verdicts, kind: Verdict['kind']): number {
  return [...verdicts].filter((verdict) => verdict.kind === kind).length
}

interface Played {
  readonly title: string
  readonly verdict: Verdict
}

function reportGroup(group: string, played: readonly Played[]): string[] {
  const verdicts = played.map(({ verdict }) => verdict)
  const identical = String(countOf(verdicts, 'identical')).padStart(4)
  const deliberate = String(countOf(verdicts, 'deliberate')).padStart(4)
  return [
    `${group.padEnd(16)}${identical} identical${deliberate} deliberately different`,
    ...[...reasonsOf(played)].map(([because, titles]) => {
      return `  on purpose, ${because}: ${titles.join(' · ')}`
    }),
    ...played.flatMap(({ title, verdict }) => {
      if (verdict.kind !== 'different') return []
      return [`  DIFFERENT: ${title}`, ...verdict.report.map((line) => `      ${line}`)]
    }),
  ]
}

/** The deliberately different scenarios, by reason. */
function reasonsOf(played: readonly Played[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const { title, verdict } of played) {
    if (verdict.kind !== 'deliberate') continue
    reasons.set(verdict.because, [...(reasons.get(verdict.because) ?? []), title])
  }
  return reasons
}

import type { Outcome } from './outcome.ts'
import type { PartName } from './options.ts'
import { goalsTable, tableAsMarkdown } from './table.ts'

/** The document with the generated section of one part replaced; the rest stays unchanged. */
export function withSection(document: string, part: PartName, section: string): string {
  const [begin, end] = [`<!-- bench ${part}: begin -->`, `<!-- bench ${part}: end -->`]
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${part}.`)
  return `${document.slice(0, from + begin.length)}\n\n${section.trim()}\n\n${document.slice(to)}`
}

export function sectionOf(outcome: Outcome): string {
  const tables = outcome.goals.length > 0 ? [goalsTable(outcome.goals)] : []
  return [
    outcome.introduction.trim(),
    ...[...tables, ...outcome.tables].map(tableAsMarkdown),
    outcome.explanation.trim(),
  ].join('\n\n')
}

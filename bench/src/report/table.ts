import { isMet } from './outcome.ts'
import type { Goal, Table } from './outcome.ts'

export function tableAsText({ title, head, rows }: Table): string {
  const widths = head.map((_cell, column) => {
    return Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0))
  })
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return [title, lineOf(head), ...rows.map(lineOf)].join('\n')
}

export function tableAsMarkdown({ title, head, rows }: Table): string {
  const lineOf = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const rule = head.map((_cell, column) => (column === 0 ? '---' : '--:'))
  return [`### ${title}`, '', lineOf(head), lineOf(rule), ...rows.map(lineOf)].join('\n')
}

export function goalsTable(goals: readonly Goal[]): Table {
  return {
    title: 'Goals',
    head: ['figure', 'reached', 'goal', 'met'],
    rows: goals.map((goal) => [
      goal.what,
      `${inShort(goal.reached)} ${goal.unit}`.trim(),
      `≤ ${inShort(goal.limit)} ${goal.unit}`.trim(),
      isMet(goal) ? 'yes' : 'no',
    ]),
  }
}

/** Rounds to the significant digits. */
export function inShort(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

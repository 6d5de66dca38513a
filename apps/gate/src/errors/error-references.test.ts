import { hashOf } from '@foyer/contract/reference'
import { expect, it } from 'vitest'
import { gateMessages } from '../messages/gate-messages.ts'
import { errorEntry, pageErrorCodes } from './gate-error.ts'

const introduction = `# What a reference of the gate means

A page of the gate that reports a failure shows a reference ("Destek kodu" in Turkish), such as \`K7Q2-281430\`: four
characters that stand for the code below, then the day, the hour and the minute in UTC. The sign-in page has the same
form; [error-references.md](error-references.md) has its codes.

The table is generated from the code: \`npm run unit -- apps/gate/src/errors -u\`.
`

/** Pads the columns to the width of their content, as the formatter does. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const widths = head.map((_title, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('')
}

it('the documentation has a reference for every error that a page of the gate reports', async () => {
  const rows = pageErrorCodes
    .map((code) => {
      const { page = 'refused', httpStatus, message } = errorEntry(code)
      const { title } = gateMessages.en.pages[page]
      return [hashOf(code), `\`${code}\``, String(httpStatus), title, message]
    })
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  expect(new Set(rows.map(([hash]) => hash)).size).toBe(rows.length)
  const head = ['begins with', 'code', 'status', 'page', 'what happened']
  await expect(`${introduction}\n${tableOf([head, ...rows])}`).toMatchFileSnapshot(
    '../../../../docs/gate-error-references.md',
  )
})

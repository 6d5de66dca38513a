import { hashOf } from '@foyer/contract/reference'
import { refusalMessage } from '@foyer/iap-sign-in'
import { expect, it } from 'vitest'
import english from '@foyer/messages/en/errors.json'
import { explainedCodes, meaningOf } from './error-table.ts'
import { specifiedRefusal } from './specified-refusal.ts'
import { unexplainedCodes } from './unexplained-codes.ts'

const introduction = `# What a reference means

Each failure shows a reference ("Destek kodu" in Turkish) below its message: four characters, a hyphen and six
characters. If a letter follows the hyphen, such as in \`K7Q2-D3XM9T\`, our own server refused a request, and the
reference is the request's id in the server's logs. Otherwise, such as in \`K7Q2-281430\`, the first four characters
stand for the code below, and the digits are the day, the hour and the minute in UTC. References on pages of the gate
have the same form; [gate-error-references.md](gate-error-references.md) has their codes.

If the page refuses the sign-in request itself, it also shows a specified text, the same in every language. In the
table, it is behind the message. The text about a domain ends with the host that is not authorized.

The table is generated from the code: \`npm run unit -- apps/login/src/errors -u\`.
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

function shownFor(code: string): string {
  const refusal = specifiedRefusal(code)
  const message = english[meaningOf(code).key]
  return refusal === null ? message : `${message} \`${refusalMessage(refusal).trim()}\``
}

it('the documentation has a reference for every error code', async () => {
  const rows = [...explainedCodes(), ...unexplainedCodes]
    .map((code) => [hashOf(code), `\`${code}\``, shownFor(code)])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  const page = `${introduction}\n${tableOf([['begins with', 'code', 'message'], ...rows])}`
  await expect(page).toMatchFileSnapshot('../../../../docs/error-references.md')
})

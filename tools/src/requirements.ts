import { readFileSync, writeFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { titlesIn } from './traces/test-titles.ts'
import { traceTable } from './traces/traced-table.ts'

/**
 * Writes into the tables of docs/ which tests prove each row; with `--check` it only says whether
 * they are up to date. Either way a row that nothing proves is a failure.
 */
const tables = ['docs/requirements.md', 'docs/field-reports.md']
const isCheck = process.argv.includes('--check')

const files = globSync('{packages,apps,local,tools,e2e,conformance}/**/*.{test,spec}.{ts,tsx}', {
  ignore: ['**/node_modules/**', '**/dist/**', 'tools/src/traces/**'],
})
  .toSorted()
  .map((path) => ({ path, titles: titlesIn(readFileSync(path, 'utf8')) }))

let faults = 0
const complain = (fault: string): void => {
  faults += 1
  process.stderr.write(`${fault}\n`)
}

for (const table of tables) {
  const before = readFileSync(table, 'utf8')
  const { text, unproven } = traceTable(before, files, '../')
  for (const id of unproven) complain(`${table}: no test names ${id}.`)
  if (text === before) continue
  if (isCheck) complain(`${table} is out of date: npm run requirements`)
  else writeFileSync(table, text)
}
process.exit(faults === 0 ? 0 : 1)

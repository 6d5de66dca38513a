import { readFileSync, writeFileSync } from 'node:fs'
import { tables } from '@foyer/claims'
import { writeTable } from './proof-table.ts'
import { prove, type Proofs } from './prove.ts'
import { readPlaywrightRun, readVitestRun } from './read-run.ts'
import type { RunTest } from './run-test.ts'

const pages = [
  { page: 'docs/requirements.md', rows: tables.requirements },
  { page: 'docs/field-reports.md', rows: tables.fieldReports },
]

/** The tests of the last `npm test`, from the reports of its runners. */
export function readLastRun(): RunTest[] {
  const read = (name: string) => readFileSync(`.local/results/${name}.json`, 'utf8')
  return [
    ...readVitestRun(read('unit'), process.cwd()),
    ...readVitestRun(read('integration'), process.cwd()),
    ...readPlaywrightRun(read('e2e'), 'e2e/src'),
  ]
}

/** The reasons not to trust the tables in docs/ after this run. Empty if there is none. */
export function checkProofs(run: readonly RunTest[]): string[] {
  const proofs = proofsOf(run)
  const stale = pages.filter(({ page, rows }) => {
    const text = readFileSync(page, 'utf8')
    return writeTable(text, rows, proofs) !== text
  })
  return [
    ...proofs.errors,
    ...stale.map(({ page }) => `${page} is out of date: run npm run requirements.`),
  ]
}

/** Writes the tables, and returns what is not proven. */
export function writeProofs(run: readonly RunTest[]): readonly string[] {
  const proofs = proofsOf(run)
  for (const { page, rows } of pages)
    writeFileSync(page, writeTable(readFileSync(page, 'utf8'), rows, proofs))
  return proofs.errors
}

function proofsOf(run: readonly RunTest[]): Proofs {
  return prove(
    pages.flatMap(({ rows }) => rows),
    run,
  )
}

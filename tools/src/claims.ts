import { tables } from '@foyer/claims'
import { readFileSync } from 'node:fs'
import { prove } from './proofs/prove.ts'
import { readPlaywrightRun, readVitestRun } from './proofs/read-run.ts'

/** Says which claims no test proved in the last `npm test`, and which titles prove nothing. */
const read = (name: string) => readFileSync(`.local/results/${name}.json`, 'utf8')
const { faults } = prove(
  [...tables.requirements, ...tables.fieldReports],
  [
    ...readVitestRun(read('unit'), process.cwd()),
    ...readVitestRun(read('integration'), process.cwd()),
    ...readPlaywrightRun(read('e2e'), 'e2e/src'),
    ...readPlaywrightRun(read('e2e-postgres'), 'e2e/src'),
  ],
)
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${faults.length} to do\n`)

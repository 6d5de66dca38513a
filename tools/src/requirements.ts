import { readLastRun, writeProofs } from './proofs/proof-tables.ts'

/** Writes into docs/ which test of the last `npm test` proves which claim, and lists what is not proven. */
const faults = writeProofs(readLastRun())
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(
  faults.length === 0 ? 'Every claim is proven.\n' : `${faults.length} to fix.\n`,
)
process.exit(faults.length === 0 ? 0 : 1)

import { readLastRun, writeProofs } from './proofs/proof-tables.ts'

/** Writes to docs/ which test of the last `npm test` proves which claim, and lists what is not proven. */
const errors = writeProofs(readLastRun())
for (const error of errors) process.stdout.write(`${error}\n`)
process.stdout.write(
  errors.length === 0 ? 'Every claim is proven.\n' : `${errors.length} to fix.\n`,
)
process.exit(errors.length === 0 ? 0 : 1)

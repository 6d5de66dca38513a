import { readFileSync, writeFileSync } from 'node:fs'
import { withDiagrams } from './architecture/diagrams.ts'
import { readModules } from './architecture/modules.ts'

const file = 'ARCHITECTURE.md'
writeFileSync(file, withDiagrams(readFileSync(file, 'utf8'), readModules().modules))
process.stdout.write(`${file} has the diagrams of the folders as they are now.\n`)

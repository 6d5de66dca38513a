import { fileURLToPath } from 'node:url'
import { runApart } from '../tools/run-apart.mjs'

runApart(fileURLToPath(new URL('.', import.meta.url)))

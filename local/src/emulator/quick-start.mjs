// Preloaded into the identity emulator. On each start it would judge its own, fixed description of
// some hundred calls by a schema of schemas that it compiles anew every time: two thirds of its
// start. Requests are validated as before.
import { createRequire } from 'node:module'

const program = createRequire(process.argv[1] ?? '')
const { default: Ajv } = createRequire(program.resolve('exegesis'))('ajv/dist/core')
Ajv.prototype.validateSchema = () => true

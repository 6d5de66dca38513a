import { parseArgs } from 'node:util'
import { runDoctor } from '../doctor/doctor-command.ts'
import type { Command } from './command.ts'

export const doctorCommand: Command = {
  summary: 'checks this configuration against the live project',
  help: `foyer doctor [--json]

Looks at everything that this configuration depends on, and says what to do about what is wrong. Ends
with 1 when something has to be fixed.
`,
  run(args, environment, print) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    return runDoctor(environment, { isJson: values.json, print })
  },
}

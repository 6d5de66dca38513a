#!/usr/bin/env node
import { endWithOutput } from '@foyer/node/closed-output'
import { StoreError } from '../store/store-error.ts'
import { auditCommand } from './audit-command.ts'
import { UsageError, type Command } from './command.ts'
import { doctorCommand } from './doctor-command.ts'
import { handoffCommand } from './handoff-command.ts'
import { inviteCommand } from './invite-command.ts'
import { migrateStoreCommand } from './migrate-store-command.ts'

const commands: Record<string, Command> = {
  invite: inviteCommand,
  audit: auditCommand,
  doctor: doctorCommand,
  handoff: handoffCommand,
  'migrate-store': migrateStoreCommand,
}

const overview = `foyer COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`)
  .join('\n')}

Commands read the settings of the server from the environment. foyer COMMAND --help says more.
`

// The commands print their own messages for the operator, so warnings of libraries are not shown.
process.removeAllListeners('warning')

endWithOutput(process.stdout, () => process.exit(0))
const print = (text: string) => void process.stdout.write(`${text.trimEnd()}\n`)
const warn = (text: string) => void process.stderr.write(`${text}\n`)
process.exitCode = await main(process.argv.slice(2))

async function main([name, ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined
  if (command === undefined) {
    const isAsked = name === '--help' || name === '-h'
    ;(isAsked ? process.stdout : process.stderr).write(overview)
    return isAsked ? 0 : 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    print(command.help)
    return 0
  }
  try {
    return await command.run(args, process.env, print, warn)
  } catch (error) {
    if (!isForOperator(error)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

/** Errors of `parseArgs` have a code with this prefix. */
function isForOperator(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof StoreError) return true
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}

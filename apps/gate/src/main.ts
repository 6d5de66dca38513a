#!/usr/bin/env node
import { endWithOutput } from '@foyer/node/closed-output'
import type { Command } from './commands/command.ts'
import { startGate } from './start-gate.ts'
import { helpText } from './settings/setting-names.ts'

/** Whole seconds since 1970. */
const now = () => Math.floor(Date.now() / 1000)

/** Loaded only when they are used. */
const commands: Record<string, () => Promise<Command>> = {
  keys: async () => (await import('./commands/keys-command.ts')).keysCommand,
  'migrate-store': async () =>
    (await import('./commands/migrate-store-command.ts')).migrateStoreCommand,
}

const print = (text: string) => {
  endWithOutput(process.stdout, () => process.exit(0))
  process.stdout.write(text)
}

const [first = '', ...rest] = process.argv.slice(2)
const isCommand = Object.hasOwn(commands, first)

async function main() {
  if (isCommand) {
    const command = await commands[first]?.()
    await command?.(rest, process.env, { print, now })
  } else if ([first, ...rest].includes('--help')) {
    print(helpText())
  } else {
    await startGate(process.argv.slice(2), process.env, now)
  }
}

try {
  await main()
} catch (error) {
  const message = error instanceof Error ? error.message : 'unknown error'
  const text = `foyer-gate ${isCommand ? first : 'cannot start'}:\n${message}\n`
  // A port that is open already would keep the process running, half a gate.
  process.stderr.write(text, () => process.exit(1))
}

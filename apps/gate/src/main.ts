#!/usr/bin/env node
import { once } from 'node:events'
import { pino } from 'pino'
import { createGate, type Gate } from './app.ts'
import { loadGateKeys } from './sealing/gate-keys.ts'
import { helpText } from './setting-names.ts'
import { readSettings, SettingsError, type Settings } from './settings.ts'
import { openSpentTokens } from './spent-tokens/spent-tokens.ts'

const graceMilliseconds = 10_000
const now = () => Math.floor(Date.now() / 1000)

async function main() {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(helpText())
    return
  }
  const settings = readSettings(args, process.env)
  const log = pino({ level: settings.logLevel, base: null })
  const keys = await loadGateKeys(settings.dataDirectory)
  const spent = openSpentTokens(settings.dataDirectory, now)
  const gate = createGate({ settings, keys, spent, log, now, fetch })

  await listen(gate, settings)
  const address = gate.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  log.info({ mode: settings.mode, host: settings.host, port }, 'gate is listening')

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'gate is stopping')
      void gate.stop(graceMilliseconds)
    })
  }
}

async function listen({ server }: Gate, { port, host }: Settings): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`--port / GATE_PORT: cannot listen on ${host}:${port}. Is it in use?`, {
      cause,
    })
  }
}

try {
  await main()
} catch (error) {
  const message = error instanceof Error ? error.message : 'unknown fault'
  const hint = error instanceof SettingsError ? '\nRun foyer-gate --help for every setting.' : ''
  process.stderr.write(`foyer-gate cannot start:\n${message}${hint}\n`)
  process.exitCode = 1
}

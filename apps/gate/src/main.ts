#!/usr/bin/env node
import { once } from 'node:events'
import { createGate, type Gate } from './gate.ts'
import { lockDataDirectory } from './data/data-lock.ts'
import { loadGateKeys } from './data/gate-keys.ts'
import { createLog } from './log/log.ts'
import { helpText } from './settings/setting-names.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { openSpentTokens } from './data/spent-tokens.ts'

const graceMilliseconds = 10_000
const now = () => Math.floor(Date.now() / 1000)

async function main() {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(helpText())
    return
  }
  const settings = readSettings(args, process.env)
  const log = createLog(settings.logLevel)
  const unlock = await lockDataDirectory(settings.dataDirectory)
  const keys = await loadGateKeys(settings.dataDirectory)
  const spent = openSpentTokens(settings.dataDirectory, now)
  const gate = createGate({ settings, keys, spent, log, now, fetch })

  await listen(gate, settings)
  const address = gate.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  log.info({ mode: settings.mode, host: settings.host, port }, 'gate is listening')

  // A second signal of the same kind ends the process at once, as it does for any other program.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'gate is stopping')
      void gate.stop(graceMilliseconds).then(() => {
        unlock()
        log.info('gate has stopped')
        // The connection to the issuer of the keys may still be open, and would keep the process running.
        process.exit()
      })
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
  const message = error instanceof Error ? error.message : 'unknown error'
  process.stderr.write(`foyer-gate cannot start:\n${message}\n`)
  process.exitCode = 1
}

import { once } from 'node:events'
import type { Logger } from 'pino'
import type { GateData } from './data/gate-data.ts'
import { openFolder } from './data/open-folder.ts'
import { createGate, type Gate } from './gate.ts'
import { createLog } from './log/log.ts'
import type { Environment } from './settings/given-settings.ts'
import { readSettings, type Settings } from './settings/settings.ts'

/** Starts the gate and lets it run until a signal stops it. Throws with a message for the operator. */
export async function startGate(
  args: readonly string[],
  environment: Environment,
  now: () => number,
): Promise<void> {
  const settings = readSettings(args, environment)
  const log = createLog(settings.logLevel)
  const data = await openData(settings, log, now)
  const { keys, store } = data
  const gate = createGate({ settings, keys, store, log, now, fetch })

  await listen(gate, settings)
  const address = gate.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  log.info({ mode: settings.mode, host: settings.host, port }, 'gate is listening')

  // A second signal of the same kind ends the process at once, as it does for any other program.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'gate is stopping')
      void gate.stop(settings.stopSeconds * 1000).then(() => {
        data.release()
        log.info('gate has stopped')
        // The connection to the issuer of the keys may still be open, and would keep the process running.
        process.exit()
      })
    })
  }
}

/** Loads the database client only if there is a database. */
async function openData(settings: Settings, log: Logger, now: () => number): Promise<GateData> {
  const { databaseUrl, publicUrl, keyFile } = settings
  if (databaseUrl === undefined) return openFolder(settings, now)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  try {
    return await openPostgres({ url: databaseUrl, gate: publicUrl.origin, keyFile, log, now })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'unknown error'
    throw new Error(`--database-url / GATE_DATABASE_URL: ${message}`, { cause })
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

import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { untilQuiet } from '@foyer/node/quiet-moment'
import { cannotListen } from '@foyer/node/system-error'
import type { Logger } from 'pino'
import type { GateData } from './data/gate-data.ts'
import { openFolder } from './data/open-folder.ts'
import { createGate, type Gate } from './gate.ts'
import { createGateCounts } from './events/gate-counts.ts'
import { createLog } from './log/log.ts'
import type { MetricsDeps } from './metrics/gate-metrics.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { readTracing } from '@foyer/tracing/tracing-settings'
import type { Environment } from './settings/given-settings.ts'
import { createReloader, type Reload } from './settings/reload.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import type { Tracing } from './tracing/tracing.ts'

interface Running {
  gate: Gate
  data: GateData
  log: Logger
  settings: Settings
  tracing: Tracing | undefined
}

/** Starts the gate and lets it run until a signal stops it. Throws with a message for the operator. */
export async function startGate(
  args: readonly string[],
  environment: Environment,
  now: () => number,
): Promise<void> {
  const settings = readSettings(args, environment)
  const readAgain = createReloader(args, environment, settings)
  const log = createLog(settings.logLevel)
  // As the first process of a container it would otherwise ignore these while it waits for the database.
  let isReloadAsked = false
  const actions: SignalActions = {
    stop: () => process.exit(),
    reload: () => void (isReloadAsked = true),
  }
  handleSignals(actions)

  const tracing = await startTracing(environment, log)
  const counts = settings.metrics && createGateCounts()
  let running: Running | undefined
  if (settings.metrics && counts) {
    const observed = {
      isReady: () => running?.gate.isReady() === true,
      databaseState: () => running?.data.databaseState() ?? null,
      acceptedKeys: () => running?.data.keys.accepted().length ?? 0,
      endlessAnswers: () => running?.gate.endlessAnswers() ?? 0,
    }
    await startMetrics(settings.metrics, { counts, observed, now })
  }
  const data = await openData(settings, log, now)
  const { keys } = data
  const gate = createGate({
    settings,
    keys,
    store: tracing?.store(data.store) ?? data.store,
    log,
    now,
    fetch: tracing?.fetch(fetch) ?? fetch,
    tracing,
    ...(counts && { counts }),
  })
  running = { gate, data, log, settings, tracing }
  await listen(gate.server, settings, '--host / GATE_HOST, --port / GATE_PORT')
  if (gate.authServer && settings.auth)
    await listen(
      gate.authServer,
      settings.auth,
      '--auth-host / GATE_AUTH_HOST, --auth-port / GATE_AUTH_PORT',
    )
  actions.stop = (signal) => void stop(running, signal)
  actions.reload = () => reload(running, readAgain)
  const address = gate.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  log.info({ mode: settings.mode, host: settings.host, port }, 'gate is listening')
  if (isReloadAsked) actions.reload()
}

/** What signals do at the moment. */
interface SignalActions {
  stop: (signal: NodeJS.Signals) => void
  reload: () => void
}

/** The listeners stay the same: a signal that arrives while one takes the place of another is lost. */
function handleSignals(actions: SignalActions) {
  // A second signal of the same kind ends the process at once, as it does for any other program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => actions.stop(signal))
  process.on('SIGHUP', () => {
    // It was started in a terminal, which was closed.
    if (process.stdin.isTTY) actions.stop('SIGHUP')
    else actions.reload()
  })
}

/** For requests that were on their way when the gate stopped listening. */
const lateMilliseconds = 500

async function stop(running: Running, signal: NodeJS.Signals) {
  const { gate, data, log, settings, tracing } = running
  if (!gate.isReady()) return
  log.info({ signal }, 'gate is stopping')
  gate.drain()
  // At a keyboard nobody waits for a load balancer.
  if (signal === 'SIGTERM' && settings.drainSeconds > 0) {
    await wait(settings.drainSeconds * 1000)
    await untilQuiet(lateMilliseconds)
    gate.stopListening()
    await wait(lateMilliseconds)
  }
  await gate.stop(settings.stopSeconds * 1000)
  data.release()
  await tracing?.stop()
  log.info('gate has stopped')
  // The connection to the issuer of the keys may still be open, and would keep the process running.
  process.exit()
}

function reload(running: Running, readAgain: () => Reload) {
  const { gate, data, log } = running
  try {
    const { settings, needRestart } = readAgain()
    // First, because it throws if their file is damaged, and then nothing may have changed.
    const keys = data.reloadKeys() ? 'changed' : 'unchanged'
    running.settings = settings
    log.level = settings.logLevel
    gate.rebrand(settings)
    const tenants = gate.allowTenants(settings.tenantIds) ? 'changed' : 'unchanged'
    const policy = gate.replacePolicy(settings.policy) ? 'changed' : 'unchanged'
    log.info({ keys, tenants, policy }, 'settings were reloaded')
    if (needRestart.length > 0) log.warn({ settings: needRestart }, 'these settings need a restart')
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error'
    log.error({ reason }, 'settings were not reloaded')
  }
}

/** Loads the library of the metrics only if somebody reads them. The server does not keep the process running. */
async function startMetrics(place: Place, deps: MetricsDeps) {
  const { createGateMetrics } = await import('./metrics/gate-metrics.ts')
  const server = await startMetricsServer(place, createGateMetrics(deps), deps.observed)
  server.unref()
}

/** Loads OpenTelemetry only if a collector is set. */
async function startTracing(environment: Environment, log: Logger): Promise<Tracing | undefined> {
  const { isOn, error } = readTracing(environment)
  if (error !== null) throw new Error(error)
  if (!isOn) return undefined
  return (await import('./tracing/start-tracing.ts')).startGateTracing(log)
}

type Place = NonNullable<Settings['metrics']>

/** Loads the database client only if there is a database. */
async function openData(settings: Settings, log: Logger, now: () => number): Promise<GateData> {
  const { databaseUrl, publicUrl, keyFile, mayMigrate } = settings
  if (databaseUrl === undefined) return openFolder(settings, now)
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  try {
    const gate = publicUrl.origin
    return await openPostgres({ url: databaseUrl, gate, keyFile, mayMigrate, log, now })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'unknown error'
    throw new Error(`--database-url / GATE_DATABASE_URL: ${message}`, { cause })
  }
}

async function listen(
  server: Server,
  place: { port: number; host: string },
  setting: string,
): Promise<void> {
  server.listen(place.port, place.host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Error(`${setting}: ${cannotListen(place, cause)}`, { cause })
  }
}

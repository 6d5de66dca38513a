#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openAccountService } from './account-service.ts'
import { StoreError } from './store/store-error.ts'
import type { StoreSettings } from './store/store-settings.ts'
import { createApp } from './app.ts'
import { createLogger } from './log/logger.ts'
import { createOutageLog } from '@foyer/node/outage-log'
import { cannotListen, certificateAdvice, errorCodeOf } from '@foyer/node/system-error'
import { redact } from './log/redaction.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createProjectLookup } from './page/project-lookup.ts'
import { readPageFiles, servesFile } from './page/page-files.ts'
import { parseSettings } from './settings.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { stopListening } from './stopping/end-connections.ts'
import { handleSignals } from './stopping/stop-on-signal.ts'

const parsed = parseSettings(process.env, (path) => readFileSync(path, 'utf8'), servesFile)
if (!parsed.ok) {
  refuseToStart(parsed.errors.map(({ key, message }) => `${key} ${message}`))
}
const { settings } = parsed

const page = await readPageFiles(settings.pageDir).catch((error: Error) =>
  refuseToStart([`FOYER_PAGE_DIR holds no built page: ${error.message}`]),
)

const logger = createLogger(settings.logLevel)
const signals = handleSignals(logger)
const metrics = createMetrics()
const tracing = await startTracing(process.env, logger).catch((error: Error) =>
  refuseToStart([error.message]),
)
const metricsServer =
  settings.metrics === null
    ? null
    : await startMetricsServer(settings.metrics, metrics).catch(
        refuseToListen('FOYER_METRICS_HOST, FOYER_METRICS_PORT', settings.metrics),
      )

const { projectId } = settings
const accounts =
  projectId === null
    ? null
    : await openAccountService({ ...settings, projectId }, { logger, metrics, tracing }).catch(
        (error: unknown) => refuseToStart([storeErrorOf(error)]),
      )
if (accounts !== null) logger.info(`accounts are kept in ${placeOf(settings.store)}`)

const projectLookup = createProjectLookup(settings.config, {
  fetch,
  now: Date.now,
  // During an outage the pages make the lookup themselves, so it is only a warning.
  outages: createOutageLog(logger, 'the project lookup', { level: 'warn', calmAfter: 0 }),
})
projectLookup.current()
// `current()` decides whether a new lookup is due. A check only once per minute would often come just before
// that moment.
setInterval(() => projectLookup.current(), 10_000).unref()

const draining = { hasBegun: false }
const app = createApp(settings, page, logger, {
  draining,
  projectLookup,
  onAnswer: metrics.request,
  checkAccounts: accounts?.store.check ?? null,
})
tracing.addTo(app)
accounts?.addRoutes(app)

const listening = app
  .listen({ host: settings.host, port: settings.port })
  .catch(refuseToListen('FOYER_HOST, FOYER_PORT', settings))

signals.stopInOrder({
  drain() {
    draining.hasBegun = true
  },
  drainMs: settings.drainSeconds * 1000,
  stopListening: () => stopListening(app),
  stopWorkers: () =>
    accounts?.stopWorkers() ?? { emails: Promise.resolve(), others: Promise.resolve() },
  closeServer: () => listening.then(() => app.close()),
  async closeStore() {
    metricsServer?.close()
    await Promise.all([accounts?.close(), tracing.stop()])
  },
})
await listening

function placeOf(store: StoreSettings): string {
  return store.kind === 'postgres' ? 'the database of DATABASE_URL' : path.resolve(store.dataFolder)
}

function storeErrorOf(error: unknown): string {
  if (error instanceof StoreError && !error.code.endsWith('-schema')) return error.message
  const setting = settings.store.kind === 'postgres' ? 'DATABASE_URL' : 'FOYER_DATA'
  const message = error instanceof Error ? redact(error.message) : 'unknown error'
  const reason = certificateAdvice(errorCodeOf(error)) || message
  return `${setting} leads to a store that cannot be used: ${reason}`
}

function refuseToListen(names: string, place: { host: string; port: number }) {
  return (error: unknown) => refuseToStart([`${names}: ${cannotListen(place, error)}`])
}

function refuseToStart(errors: string[]): never {
  process.stderr.write(
    `The Foyer server cannot start:\n${errors.map((error) => `  ${error}\n`).join('')}`,
  )
  process.exit(1)
}

import { setTimeout as wait } from 'node:timers/promises'
import { createOutageLog } from '@foyer/node/outage-log'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { GateData } from '../data/gate-data.ts'
import { importKeys } from '../data/gate-keys.ts'
import { createKeyRing } from '../data/key-ring.ts'
import { readGivenKeys } from '../data/open-folder.ts'
import { createPool, explained, isTemporary, withClient } from './connection.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { followChanges, type Changes } from './follow-changes.ts'
import { createPostgresStore } from './postgres-store.ts'
import { loadStoredKeys, readStoredKeys } from './stored-keys.ts'
import { sweep } from './sweep.ts'
import { ensureTables } from './tables.ts'

interface PostgresOptions {
  url: string
  /** The public origin. Gates of other applications may use the same database. */
  gate: string
  /** Without it, the keys are in the database. */
  keyFile: string | undefined
  /** False: `foyer-gate migrate-store` makes the tables. */
  mayMigrate?: boolean
  log: Logger
  now: () => number
  pollMilliseconds?: number
}

const sweepMilliseconds = 60_000

/**
 * The data that all instances of a gate share. It waits for the database, because without the list of ended sessions,
 * a session that was signed out would be accepted. Throws if waiting does not help.
 */
export async function openPostgres(options: PostgresOptions): Promise<GateData> {
  const { url, gate, keyFile, log, now, pollMilliseconds = 1_000 } = options
  const outages = createOutageLog(log, 'the database')
  const firstKeys = await untilAvailable(
    () => prepare(options),
    (error) => outages.failed(error),
  )
  const keys = createKeyRing(firstKeys, now)

  const state = { failures: 0, readAt: now(), keysVersion: '' }
  const ended = createEndedSessions(now)
  const listeners: ((sessionId: string) => void)[] = []

  async function onChanges(changes: Changes, client: pg.ClientBase) {
    for (const [sessionId, expiresAt] of changes.ended) {
      if (ended.add(sessionId, expiresAt)) for (const listener of listeners) listener(sessionId)
    }
    if (keyFile === undefined && changes.keysVersion !== state.keysVersion) {
      const isChanged = keys.replace((await readStoredKeys(client, gate)).map(importKeys))
      state.keysVersion = changes.keysVersion
      if (isChanged) log.info({ keys: keys.accepted().length }, 'the keys have changed')
    }
    state.failures = 0
    state.readAt = now()
    outages.answered()
    await store.storeWaiting().catch(() => {})
  }

  const pool = createPool(url)
  const sweeping = setInterval(() => {
    ended.dropExpired()
    sweep(pool).catch((error: unknown) => outages.failed(error))
  }, sweepMilliseconds).unref()
  const store = createPostgresStore({
    pool,
    gate,
    ended,
    outages,
    // One failure may be a connection that was closed, and the next one may already be open.
    isAvailable: () => state.failures < 2,
    onEnded: (listener) => void listeners.push(listener),
    close() {
      clearInterval(sweeping)
      follower.close()
    },
  })
  const follower = followChanges({
    url,
    gate,
    onChanges,
    onFailure(error) {
      state.failures += 1
      outages.failed(error)
    },
    pollMilliseconds,
  })
  await follower.ready
  return {
    keys,
    store,
    reloadKeys: () => keyFile !== undefined && keys.replace(readGivenKeys(keyFile)),
    release: () => {},
    databaseState: () => ({
      isUp: state.failures === 0,
      readAt: state.readAt,
      waitingSignOuts: store.waiting(),
    }),
  }
}

/** Makes or checks the tables, and resolves to the keys. */
async function prepare({ url, gate, keyFile, mayMigrate, now }: PostgresOptions) {
  if (keyFile !== undefined) readGivenKeys(keyFile)
  return withClient(url, async (client) => {
    await ensureTables(client, mayMigrate)
    return keyFile === undefined
      ? (await loadStoredKeys(client, gate, now)).map(importKeys)
      : readGivenKeys(keyFile)
  })
}

async function untilAvailable<T>(
  work: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error)) throw explained(error)
      onFailure(error)
      await wait(1_000)
    }
  }
}

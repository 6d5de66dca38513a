import { setTimeout as wait } from 'node:timers/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import { lockFolder, type FolderLock } from '@foyer/node/folder-lock'
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import { isOutage, StoreError, toStoreError } from './store-error.ts'
import { openDataFolder } from './data-folder.ts'
import { unpackEmptyStore } from './empty-store.ts'
import { ensureSchema } from './migrations.ts'
import { openPglite } from './open-pglite.ts'
import { createPglitePool } from './pglite-pool.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { StoreSettings } from './store-settings.ts'
import type { Database, Tables } from './tables.ts'

export interface StoreEvents {
  /** Called after each statement. */
  onStatement?: ((statement: { sql: string; seconds: number; error?: unknown }) => void) | undefined
  /** Called for each attempt that fails because the database is unavailable. */
  onOutage?: (error: unknown) => void
  /** Called when the database has answered. */
  onAnswer?: () => void
}

export interface Store {
  database: Database
  /** Whether the tables exist. Without them every statement fails. */
  isMigrated: () => boolean
  /** Rejects unless the database accepts writes and the tables exist. */
  check: () => Promise<void>
  /** Only for the embedded store: the server on which operator commands reach this process. */
  operatorServer: Server | null
  close: () => Promise<void>
}

/**
 * Opens the store and migrates its tables. If a Postgres cannot be reached, the function still resolves and
 * retries in the background, because the page must not wait for it.
 */
export async function openStore(settings: StoreSettings, events: StoreEvents = {}): Promise<Store> {
  const connection = await connectStore(settings, events)
  const { database } = connection

  const closing = new AbortController()
  const mayMigrate = settings.kind === 'embedded' || settings.mayMigrate !== false
  let isMigrated = false
  const tryToMigrate = async () => {
    try {
      await ensureSchema(database, mayMigrate)
      isMigrated = true
    } catch (error) {
      if (!isTemporary(error)) throw error
    }
  }
  const keepTrying = async (): Promise<void> => {
    await wait(1_000, undefined, { signal: closing.signal })
    await tryToMigrate().catch((error: unknown) => events.onOutage?.(error))
    if (!isMigrated) await keepTrying()
  }

  const close = async () => {
    closing.abort()
    await connection.close()
  }

  try {
    await tryToMigrate()
  } catch (error) {
    await close()
    throw error
  }
  if (!isMigrated) void keepTrying().catch(() => {})
  if (settings.kind === 'embedded') await endLeases(database)

  return {
    database,
    isMigrated: () => isMigrated,
    check: async () => {
      if (!isMigrated) throw new StoreError('outage')
      // It changes nothing, but a read-only standby refuses it as it would refuse a write.
      await sql`select key from turns limit 0 for update`.execute(database)
    },
    operatorServer: connection.operatorServer,
    close,
  }
}

/** Connects to the store without creating or changing tables. */
export async function connectStore(
  settings: StoreSettings,
  { onStatement, onOutage, onAnswer }: StoreEvents = {},
): Promise<Pick<Store, 'database' | 'operatorServer' | 'close'>> {
  const { pool, lock } =
    settings.kind === 'postgres'
      ? { pool: createPostgresPool(settings.url, { ...settings, onOutage, onAnswer }), lock: null }
      : await openEmbedded(settings.dataFolder)
  const database: Database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql }, queryDurationMillis, ...outcome }) =>
      onStatement?.({ sql, seconds: queryDurationMillis / 1000, ...outcome }),
  })
  return {
    database,
    operatorServer: lock?.server ?? null,
    close: async () => {
      await database.destroy()
      lock?.release()
    },
  }
}

/** The folder of the embedded store's files. */
export const filesOf = (dataFolder: string): string => path.join(dataFolder, 'store')

async function openEmbedded(dataFolder: string): Promise<{ pool: PostgresPool; lock: FolderLock }> {
  openDataFolder(dataFolder)
  const lock = await lockFolder(dataFolder).catch((error: unknown) => {
    throw toStoreError(error)
  })
  try {
    await unpackEmptyStore(filesOf(dataFolder))
    return { pool: createPglitePool(await openPglite(filesOf(dataFolder))), lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Whether a retry may succeed. */
function isTemporary(error: unknown): boolean {
  return isOutage(error) || (error instanceof StoreError && error.code === 'conflict')
}

/** Ends all leases of a process that was killed. No other process can have this store open. */
async function endLeases(database: Database) {
  const now = sql<Date>`now()`
  await database.deleteFrom('turns').execute()
  await database
    .updateTable('registrations')
    .set({ due_at: now })
    .where('state', '=', 'creating')
    .execute()
  await database.updateTable('outbox').set({ due_at: now }).where('state', '=', 'waiting').execute()
  await database
    .updateTable('email_codes')
    .set({ refusal_due_at: now })
    .where('refusal_due_at', 'is not', null)
    .execute()
}

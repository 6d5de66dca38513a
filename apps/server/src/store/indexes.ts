import { Kysely, PostgresDialect, sql } from 'kysely'
import { ifFree } from './lease.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { StoreSettings } from './store-settings.ts'
import type { Database, Tables } from './tables.ts'

/**
 * Indexes that make the service faster and change nothing else, by name. So they are not in the migrations: a
 * migration is a transaction, in which an index of a large table would block all writes to it until it is complete,
 * and an older version does not start after a migration that it does not know.
 *
 * An index that is changed here needs a new name.
 */
const indexes: Readonly<Record<string, string>> = {
  audit_uid_at: 'audit (uid, at) where uid is not null',
  email_codes_expires: 'email_codes (expires_at)',
  idempotency_keys_created: 'idempotency_keys (created_at)',
  limits_ends: 'limits (ends_at)',
  outbox_finished: 'outbox (finished_at) where finished_at is not null',
  registrations_asked: "registrations (created_at) where state = 'asked'",
  registrations_finished:
    'registrations (finished_at) where invitation_id is null and finished_at is not null',
  spent_tokens_expires: 'spent_tokens (expires_at)',
}

/** Creates the missing indexes, or rejects with the reason why this server does not. */
export async function maintainIndexes(
  database: Database,
  settings: StoreSettings,
): Promise<'done' | 'taken'> {
  if (settings.kind === 'embedded' || settings.mayMigrate !== false)
    return createIndexes(database, settings)
  const missing = await missingIndexes(database)
  if (missing.length > 0) throw new Error(`run foyer migrate-store, it makes ${missing.join(', ')}`)
  return 'done'
}

/**
 * Creates the missing indexes while requests are served, unless another instance is doing so. The tables must be up to
 * date.
 */
export async function createIndexes(
  database: Database,
  settings: StoreSettings,
): Promise<'done' | 'taken'> {
  if ((await missingIndexes(database)).length === 0) return 'done'
  const create = async () => {
    if (settings.kind === 'embedded') return createMissing(database, '')
    // It may take longer than any statement of a request.
    const pool = createPostgresPool(settings.url, { connections: 1, hasTimeLimits: false })
    const patient: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    try {
      await createMissing(patient, 'concurrently')
    } finally {
      await patient.destroy()
    }
  }
  return ifFree(database, 'indexes', create)
}

async function createMissing(database: Database, concurrently: '' | 'concurrently'): Promise<void> {
  const how = sql.raw(concurrently)
  for (const name of await missingIndexes(database)) {
    const index = sql.raw(`${name} on ${indexes[name]}`)
    // An attempt that was interrupted leaves an index that is maintained and never used.
    await sql`drop index ${how} if exists ${sql.ref(name)}`.execute(database)
    await sql`create index ${how} if not exists ${index}`.execute(database)
  }
}

/** The names of the indexes that do not exist, or are not complete. */
export async function missingIndexes(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and pg_table_is_visible(pg_class.oid)`.execute(database)
  const complete = new Set(rows.map(({ name }) => name))
  return Object.keys(indexes).filter((name) => !complete.has(name))
}

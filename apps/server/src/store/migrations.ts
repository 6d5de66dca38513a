import { schemaFit, type SchemaFit, type SchemaState } from '@foyer/node/schema-fit'
import { errorCodeOf } from '@foyer/node/system-error'
import { sql } from 'kysely'
import { schemaVersions } from './schema-versions.ts'
import { StoreError } from './store-error.ts'
import type { Database, Queries } from './tables.ts'

/**
 * Brings the tables to this version, if they are older. A server whose user may not do so, or is told not to, needs
 * `foyer migrate-store` first.
 */
export async function ensureSchema(database: Database, mayMigrate: boolean): Promise<void> {
  const fit = await fitOfSchema(database)
  if (fit === 'too-new') throw new StoreError('newer-schema')
  if (fit !== 'older') return
  if (!mayMigrate) throw new StoreError('older-schema')
  try {
    await migrate(database)
  } catch (cause) {
    if (errorCodeOf(cause) !== insufficientPrivilege) throw cause
    throw new StoreError('older-schema', { cause })
  }
}

const insufficientPrivilege = '42501'

/**
 * Makes the missing versions, and returns their names. Instances that start together wait at an advisory lock; only the
 * first has something to do. The lock belongs to the transaction: a lock of the session would stay on the
 * connection, and PgBouncer with transaction pooling gives that connection to other clients.
 */
export async function migrate(database: Database, versions = schemaVersions): Promise<string[]> {
  return database.transaction().execute(async (transaction) => {
    // The lock's number and the table are those of Kysely's migrator, which created the first databases.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(transaction)
    // A statement that waits for a table makes all later requests to that table wait too.
    await sql`set local lock_timeout = '5s'`.execute(transaction)
    await sql`
      create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(transaction)
    await sql`
      alter table kysely_migration add column if not exists works_since int`.execute(transaction)
    const state = await schemaState(transaction)
    if (schemaFit(state, versions.length) === 'too-new') throw new StoreError('newer-schema')
    const missing = versions.slice(state.made)
    for (const { name, worksSince, make } of missing) {
      await make(transaction)
      const now = new Date().toISOString()
      await sql`
        insert into kysely_migration (name, timestamp, works_since)
        values (${name}, ${now}, ${worksSince})`.execute(transaction)
    }
    return missing.map(({ name }) => name)
  })
}

/** How the tables fit this version of the server. Read-only. */
export async function fitOfSchema(queries: Queries): Promise<SchemaFit> {
  return schemaFit(await schemaState(queries), schemaVersions.length)
}

async function schemaState(queries: Queries): Promise<SchemaState> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(queries)
  if (table.rows[0]?.exists !== true) return { made: 0, worksSince: 0 }
  // The first databases have no column `works_since`. Without a value, only servers of that version or newer work.
  const { rows } = await sql<{ version: number; worksSince: number | null }>`
    select substring(name from '^\\d+')::int as version,
      (to_jsonb(kysely_migration) ->> 'works_since')::int as "worksSince"
    from kysely_migration`.execute(queries)
  return {
    made: Math.max(0, ...rows.map(({ version }) => version)),
    worksSince: Math.max(0, ...rows.map(({ version, worksSince }) => worksSince ?? version)),
  }
}

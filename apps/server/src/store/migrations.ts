import { sql } from 'kysely'
import { createFirstTables } from './first-tables.ts'
import { StoreError } from './store-error.ts'
import type { Database, Queries } from './tables.ts'

type Migration = (db: Queries) => Promise<void>

/** Sorted by name. Never edit a released migration; correct it with a new one. */
const migrations: Readonly<Record<string, Migration>> = { '0001-accounts': createFirstTables }

/**
 * Migrates the tables to this version. Instances that start together wait at an advisory lock; only the first
 * has something to do. The lock belongs to the transaction: a lock of the session would stay on the
 * connection, and PgBouncer with transaction pooling gives that connection to other clients.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // The lock's number and the table are those of Kysely's migrator, which created the first databases.
    await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(transaction)
    await sql`
      create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(transaction)
    const { pending, unknown } = await schemaState(transaction)
    if (unknown.length > 0) throw new StoreError('newer-schema')
    for (const name of pending) {
      await migrations[name]?.(transaction)
      const now = new Date().toISOString()
      await sql`insert into kysely_migration values (${name}, ${now})`.execute(transaction)
    }
  })
}

export interface SchemaState {
  /** Migrations that have not been applied to the database yet. */
  pending: string[]
  /** Migrations in the database that this version does not know, because a newer version applied them. */
  unknown: string[]
}

/** Compares the applied migrations with this version. Read-only. */
export async function schemaState(queries: Queries): Promise<SchemaState> {
  const applied = await appliedMigrations(queries)
  const known = Object.keys(migrations).sort()
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

async function appliedMigrations(queries: Queries): Promise<string[]> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(queries)
  if (table.rows[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(queries)
  return rows.map(({ name }) => name)
}

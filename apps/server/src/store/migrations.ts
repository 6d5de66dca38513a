import { sql } from 'kysely'
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

async function createFirstTables(db: Queries) {
  const timestamp = sql`timestamptz`
  const now = sql`now()`

  await db.schema
    .createTable('accounts')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('company', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('welcomed_at', timestamp)
    .addPrimaryKeyConstraint('accounts_pkey', ['tenant_id', 'uid'])
    .execute()

  await db.schema
    .createTable('registrations')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('company', 'text')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('invitation_id', 'text', (column) => column.unique())
    .addColumn('request_id', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('created_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('finished_at', timestamp)
    .execute()
  await db.schema
    .createIndex('registrations_unfinished')
    .on('registrations')
    .column('due_at')
    .where(sql.ref('state'), 'in', ['asked', 'creating'])
    .execute()

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'uuid', (column) =>
      column.notNull().references('registrations.id').onDelete('cascade'),
    )
    .addColumn('created_at', timestamp, (column) => column.notNull().defaultTo(now))
    .execute()
  await db.schema
    .createIndex('idempotency_keys_registration')
    .on('idempotency_keys')
    .column('registration_id')
    .execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'uuid', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
    .addColumn('content', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('created_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('finished_at', timestamp)
    .addUniqueConstraint('outbox_once', ['registration_id', 'kind'])
    .execute()
  await db.schema
    .createIndex('outbox_waiting')
    .on('outbox')
    .column('due_at')
    .where(sql.ref('state'), '=', 'waiting')
    .execute()

  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('ends_at', timestamp, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('spent_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('proven_links')
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('directory', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('proven_at', timestamp, (column) => column.notNull().defaultTo(now))
    .addPrimaryKeyConstraint('proven_links_pkey', [
      'provider_id',
      'directory',
      'subject',
      'tenant_id',
    ])
    .execute()

  await db.schema
    .createTable('turns')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'uuid', (column) => column.notNull())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('audit')
    .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('at', timestamp, (column) => column.notNull().defaultTo(now))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('uid', 'text')
    .addColumn('tenant_id', 'text')
    .addColumn('subject', 'text')
    .addColumn('request_id', 'text')
    .execute()
  await db.schema.createIndex('audit_at').on('audit').column('at').execute()
  await sql`
    create function refuse_to_change_the_audit_trail() returns trigger language plpgsql as
    $$ begin raise exception 'the audit trail is append-only'; end $$`.execute(db)
  await sql`
    create trigger audit_is_append_only before update or delete or truncate on audit
    for each statement execute function refuse_to_change_the_audit_trail()`.execute(db)
}

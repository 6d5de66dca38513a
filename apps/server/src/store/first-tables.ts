import { sql } from 'kysely'
import type { Queries } from './tables.ts'

const timestamp = sql`timestamptz`
const now = sql`now()`

/** The tables of the first release. Never edit them here; change them with a new migration. */
export async function createFirstTables(db: Queries): Promise<void> {
  await createAccounts(db)
  await createRegistrations(db)
  await createOutbox(db)
  await createLimits(db)
  await createProviderLinks(db)
  await createLeases(db)
  await createAuditTrail(db)
}

async function createAccounts(db: Queries) {
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
}

async function createRegistrations(db: Queries) {
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
}

async function createOutbox(db: Queries) {
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
}

async function createLimits(db: Queries) {
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
}

async function createProviderLinks(db: Queries) {
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
}

async function createLeases(db: Queries) {
  await db.schema
    .createTable('turns')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'uuid', (column) => column.notNull())
    .addColumn('expires_at', timestamp, (column) => column.notNull())
    .execute()
}

async function createAuditTrail(db: Queries) {
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

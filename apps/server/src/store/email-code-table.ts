import { sql } from 'kysely'
import type { Queries } from './tables.ts'

/** Browsers that wait for a code from an email. */
export async function createEmailCodes(db: Queries): Promise<void> {
  await db.schema
    .createTable('email_codes')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', sql`timestamptz`, (column) => column.notNull())
    .execute()
}

/** What was issued for an email link must be of no use once its owner has said that it was not them. */
export async function addSignInCodes(db: Queries): Promise<void> {
  await db.schema.alterTable('email_codes').addColumn('sign_in_codes', 'text').execute()
}

/** A code counts only once its owner has got it. */
export async function addToldCodes(db: Queries): Promise<void> {
  await db.schema
    .alterTable('email_codes')
    .addColumn('told_at', sql`timestamptz`)
    .execute()
}

/** A refusal that was interrupted is finished by a worker. Most rows have none, so the index is small. */
export async function addRefusals(db: Queries): Promise<void> {
  await db.schema
    .alterTable('email_codes')
    .addColumn('refusal', 'text')
    .addColumn('refusal_due_at', sql`timestamptz`)
    .execute()
  await db.schema
    .createIndex('email_codes_refusals')
    .on('email_codes')
    .column('refusal_due_at')
    .where('refusal_due_at', 'is not', null)
    .execute()
}

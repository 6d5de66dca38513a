import { sql } from 'kysely'
import { nextDue } from '../store/due-row.ts'
import type { Database } from '../store/tables.ts'
import { toRegistration, type StoredRegistration } from './registration-store.ts'

/**
 * Takes one registration that its user left unfinished. Unless it is finished, it is due again after a pause
 * that doubles each time.
 */
export async function takeUnfinishedRegistration(
  database: Database,
): Promise<StoredRegistration | null> {
  const row = await database
    .updateTable('registrations')
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: sql<Date>`now() + least(power(2, attempts), 60) * interval '1 minute'`,
    })
    .where('id', '=', nextDue({ table: 'registrations', column: 'due_at', state: 'creating' }))
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

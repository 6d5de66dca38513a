import { sql, type RawBuilder } from 'kysely'

interface Due {
  table: 'outbox' | 'registrations' | 'email_codes'
  /** The column that says when a row is due. */
  column: 'due_at' | 'refusal_due_at'
  /** The state of the rows that are meant, if the table has states. */
  state?: string
}

/**
 * The id of the row that has been due the longest. The row is locked until the statement ends, and other workers skip it,
 * so that no two workers take the same row.
 */
export function nextDue({ table, column, state }: Due): RawBuilder<string> {
  const isMeant = state === undefined ? sql`true` : sql`state = ${state}`
  return sql`(
    select id from ${sql.table(table)} where ${isMeant} and ${sql.ref(column)} <= now()
    order by ${sql.ref(column)} limit 1 for update skip locked
  )`
}

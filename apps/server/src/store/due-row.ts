import { sql, type RawBuilder } from 'kysely'

/**
 * The id of the row in this state that has been due the longest. The row is locked until the statement ends,
 * and other workers skip it, so that no two workers take the same row.
 */
export function nextDue(table: 'outbox' | 'registrations', state: string): RawBuilder<string> {
  return sql`(
    select id from ${sql.table(table)} where state = ${state} and due_at <= now()
    order by due_at limit 1 for update skip locked
  )`
}

import { sql, type RawBuilder } from 'kysely'

/**
 * The id of the row of this state that has been due the longest. It is held until the statement ends, and
 * passed over by whoever looks meanwhile, so that two workers never take up the same one.
 */
export function nextDue(table: 'outbox' | 'registrations', state: string): RawBuilder<string> {
  return sql`(
    select id from ${sql.table(table)} where state = ${state} and due_at <= now()
    order by due_at limit 1 for update skip locked
  )`
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { ifFree } from '../store/lease.ts'
import { StoreError } from '../store/store-error.ts'
import type { Database, Tables } from '../store/tables.ts'

/** Rows that are deleted after a while. docs/operate.md lists the periods. */
interface OldRows {
  table: keyof Tables
  /** The column with the date. An index with the same condition is in `store/indexes.ts`. */
  date: string
  /** Rows whose date is older than this. */
  after: string
  condition?: RawBuilder<boolean>
}

/**
 * Registrations with a used invitation are kept, because the invitation could otherwise be used again. Deleting a
 * registration deletes its idempotency keys.
 */
const oldRows: readonly OldRows[] = [
  // A server whose clock is behind the database's still accepts the token, which must not be new to it.
  { table: 'spent_tokens', date: 'expires_at', after: '1 day' },
  // The owner of the mailbox can refuse a link until an hour after its end, and again after a failure: at the first
  // time, the end is set an hour back.
  { table: 'email_codes', date: 'expires_at', after: '3 hours', condition: sql`refusal is null` },
  // A refusal that was interrupted: nobody else would enable the account again.
  { table: 'email_codes', date: 'expires_at', after: '1 day', condition: sql`refusal is not null` },
  { table: 'limits', date: 'ends_at', after: '0 days' },
  // The leases of processes that were killed.
  { table: 'turns', date: 'expires_at', after: '1 day' },
  {
    table: 'outbox',
    date: 'finished_at',
    after: '7 days',
    condition: sql`finished_at is not null`,
  },
  { table: 'idempotency_keys', date: 'created_at', after: '7 days' },
  { table: 'registrations', date: 'created_at', after: '2 days', condition: sql`state = 'asked'` },
  {
    table: 'registrations',
    date: 'finished_at',
    after: '7 days',
    condition: sql`invitation_id is null and finished_at is not null`,
  },
]

/** A batch takes some ten milliseconds, in which the embedded store does nothing else. */
const batchSize = 1000
/** A database that cannot delete so many rows within its time limit has another problem. */
const smallestBatch = 10

interface Run {
  /** Ends the work after the current batch. */
  signal?: AbortSignal
  /** Called for each table whose rows could not be deleted. The others are continued. */
  onFailure: (error: unknown) => void
}

/** Deletes old rows in all tables, unless another instance is doing so. */
export function deleteOld(database: Database, run: Run): Promise<'done' | 'taken'> {
  return ifFree(database, 'retention', () => deleteInAllTables(database, run))
}

async function deleteInAllTables(database: Database, { signal, onFailure }: Run): Promise<void> {
  for (const rows of oldRows) {
    // One after the other, so that the work never takes more than one connection.
    await deleteBatches(database, rows, signal).catch(onFailure)
  }
}

/**
 * Deletes in short statements, because one statement for all rows would exceed the database's time limit when there
 * are many, and then at each later attempt too. Between them it pauses as long as they take, so that the rest of the
 * database's time is left for requests.
 */
async function deleteBatches(
  database: Database,
  rows: OldRows,
  signal: AbortSignal | undefined,
): Promise<void> {
  let size = batchSize
  // Where the batch before ended. A search from the start would pass the remains of all deleted rows each time.
  let from: Date | null = null
  const isStopped = () => signal?.aborted === true
  while (!isStopped()) {
    const startedAt = performance.now()
    try {
      const deleted: DeletedBatch = await deleteBatch(database, rows, { size, from })
      if (deleted.count < size) return
      from = deleted.upTo
    } catch (error) {
      const isTooSlow = error instanceof StoreError && error.code === 'conflict'
      if (!isTooSlow || size <= smallestBatch) throw error
      size = Math.max(smallestBatch, Math.floor(size / 4))
    }
    await wait(performance.now() - startedAt, undefined, { signal }).catch(() => {})
  }
}

interface DeletedBatch {
  count: number
  /** The latest date in the batch. */
  upTo: Date | null
}

/**
 * Rows that others have locked are skipped: a user may be confirming that registration. The locked rows cannot
 * change before they are deleted.
 */
async function deleteBatch(
  database: Database,
  { table, date, after, condition = sql`true` }: OldRows,
  { size, from }: { size: number; from: Date | null },
): Promise<DeletedBatch> {
  const column = sql.ref(date)
  const fromThere = from === null ? sql`true` : sql`${column} >= ${from}`
  const { rows } = await sql<{ count: number; upTo: Date | null }>`
    with deleted as (
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)}
        where ${condition} and ${column} < now() - ${sql.lit(after)}::interval and ${fromThere}
        order by ${column} limit ${size} for update skip locked
      )) returning ${column} as date
    ) select count(*)::int as count, max(date) as "upTo" from deleted`.execute(database)
  return rows[0] ?? { count: 0, upTo: null }
}

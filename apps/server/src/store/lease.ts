import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './tables.ts'
import { StoreError } from './store-error.ts'

interface Times {
  /** How long others wait for a process that was killed. */
  lease: number
  maxWait: number
  pollEvery: number
}

const usual: Times = { lease: 3_000, maxWait: 20_000, pollEvery: 100 }

/** Does `work` unless another process has the lease. */
export async function ifFree(
  database: Database,
  key: string,
  work: () => Promise<void>,
): Promise<'done' | 'taken'> {
  try {
    await withLease(database, key, work, { lease: 10_000, maxWait: 0, pollEvery: 100 })
    return 'done'
  } catch (error) {
    if (error instanceof StoreError && error.code === 'busy') return 'taken'
    throw error
  }
}

/**
 * Renews the lease. Rejects with `busy` if it has expired and somebody else has taken it. Call it before a step that must
 * not be repeated after somebody else has finished the work.
 */
export type HoldLease = () => Promise<void>

/**
 * Runs `work` with a lease: nobody else on this database runs anything under the same key meanwhile. It holds
 * neither a transaction nor a connection, because the work waits for other systems, and the embedded store
 * has only one connection. `work` must be repeatable, because a lease that is not renewed in time expires.
 */
export async function withLease<T>(
  database: Database,
  key: string,
  work: (hold: HoldLease) => Promise<T>,
  { lease, maxWait, pollEvery }: Times = usual,
): Promise<T> {
  const holder = randomUUID()
  const expires = sql<Date>`now() + ${lease} * interval '1 millisecond'`
  const take = () =>
    database
      .insertInto('turns')
      .values({ key, holder, expires_at: expires })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ holder, expires_at: expires })
          .where('turns.expires_at', '<', sql<Date>`now()`),
      )
      .returning('key')
      .executeTakeFirst()

  const deadline = Date.now() + maxWait
  while ((await take()) === undefined) {
    if (Date.now() >= deadline) throw new StoreError('busy')
    await wait(pollEvery)
  }

  const mine = () => ({ key, holder })
  const hold = async () => {
    const row = await database
      .updateTable('turns')
      .set({ expires_at: expires })
      .where((where) => where.and(mine()))
      .returning('key')
      .executeTakeFirst()
    if (row === undefined) throw new StoreError('busy')
  }
  const renewal = setInterval(() => {
    // If a renewal fails, the lease expires, which the work must tolerate anyway.
    hold().catch(() => {})
  }, lease / 3)
  try {
    return await work(hold)
  } finally {
    clearInterval(renewal)
    await database
      .deleteFrom('turns')
      .where((where) => where.and(mine()))
      .execute()
      .catch(() => {})
  }
}

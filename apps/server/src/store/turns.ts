import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './tables.ts'
import { StoreError } from './store-error.ts'

interface Times {
  /** How long the turn of a process that was killed keeps others waiting. */
  lease: number
  patience: number
  pollEvery: number
}

const usual: Times = { lease: 3_000, patience: 20_000, pollEvery: 100 }

/**
 * Runs `work` while nobody else on this database runs anything under the same key. Neither a transaction
 * nor a connection is held meanwhile: the work waits for other systems, and the embedded store has one
 * connection only. Work has to bear being repeated, because a turn that is not renewed in time is over.
 */
export async function inTurn<T>(
  database: Database,
  key: string,
  work: () => Promise<T>,
  { lease, patience, pollEvery }: Times = usual,
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

  const deadline = Date.now() + patience
  while ((await take()) === undefined) {
    if (Date.now() >= deadline) throw new StoreError('busy')
    await wait(pollEvery)
  }

  const mine = () => ({ key, holder })
  const renewal = setInterval(() => {
    database
      .updateTable('turns')
      .set({ expires_at: expires })
      .where((where) => where.and(mine()))
      .execute()
      // A renewal that fails leaves the turn to run out, which the work has to bear anyway.
      .catch(() => {})
  }, lease / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await database
      .deleteFrom('turns')
      .where((where) => where.and(mine()))
      .execute()
      .catch(() => {})
  }
}

import type pg from 'pg'
import { inTransaction } from './connection.ts'
import { clockMarginSeconds } from './ended-sessions.ts'

/** An arbitrary number, another one than for the tables. */
const sweepLock = '5064737012202'
const batch = 1_000
/** With more to remove, the next sweep continues. */
const mostBatches = 100

/**
 * Removes expired rows in small batches, so that no statement locks or takes long. One instance at a time does it; the
 * others do nothing. Returns how many rows were removed.
 */
export async function sweep(pool: pg.Pool): Promise<number> {
  let removed = 0
  for (let turn = 0; turn < mostBatches; turn += 1) {
    const inBatch = await sweepBatch(pool)
    removed += inBatch
    if (inBatch < batch) break
  }
  return removed
}

async function sweepBatch(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const removed = await inTransaction(client, async () => {
      const { rows } = await client.query<{ isOurs: boolean }>(
        `select pg_try_advisory_xact_lock(${sweepLock}) as "isOurs"`,
      )
      if (rows[0]?.isOurs !== true) return 0
      let most = 0
      for (const table of ['gate_spent', 'gate_ended_sessions']) {
        const { rowCount } = await client.query(
          `delete from ${table} where ctid = any(array(
             select ctid from ${table} where expires_at < now() - $1 * interval '1 second'
             order by expires_at limit ${batch}))`,
          [clockMarginSeconds],
        )
        most = Math.max(most, rowCount ?? 0)
      }
      return most
    })
    isBroken = false
    return removed
  } finally {
    client.release(isBroken)
  }
}

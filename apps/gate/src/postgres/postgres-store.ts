import { setTimeout as wait } from 'node:timers/promises'
import type { OutageLog } from '@foyer/node/outage-log'
import type pg from 'pg'
import type { GateStore } from '../data/gate-store.ts'
import { GateError } from '../errors/gate-error.ts'
import { channel } from './follow-changes.ts'
import type { EndedSessions } from './ended-sessions.ts'

interface PostgresStoreDeps {
  pool: pg.Pool
  gate: string
  ended: EndedSessions
  outages: OutageLog
  isAvailable: () => boolean
  onEnded: GateStore['onEnded']
  close: () => void
}

export interface PostgresStore extends GateStore {
  /** Stores the sign-outs that could not be stored at once. */
  storeWaiting(): Promise<void>
  waiting(): number
}

/** How long the end of the process may wait for the last statements. */
const closeMilliseconds = 500

/** The store that all instances of a gate share. */
export function createPostgresStore(deps: PostgresStoreDeps): PostgresStore {
  const { pool, gate, ended, outages } = deps
  /** Ended here, but not stored yet, because the database did not answer. */
  const waiting = new Map<string, number>()

  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
    try {
      const result = await pool.query<Row>(text, values)
      outages.answered()
      return result
    } catch (error) {
      outages.failed(error)
      throw new GateError('store-unavailable')
    }
  }

  async function storeWaiting() {
    if (waiting.size === 0) return
    const [ids, times] = [[...waiting.keys()], [...waiting.values()]]
    await query(
      `with written as (
         insert into gate_ended_sessions (gate, session_id, expires_at)
         select $1, id, to_timestamp(seconds)
         from unnest($2::text[], $3::float8[]) as given (id, seconds)
         on conflict do nothing)
       select pg_notify($4, '')`,
      [gate, ids, times, channel],
    )
    for (const id of ids) waiting.delete(id)
  }

  return {
    async spend(id, expiresAt) {
      const { rowCount } = await query(
        `insert into gate_spent (gate, id, expires_at) values ($1, $2, to_timestamp($3))
         on conflict do nothing`,
        [gate, id, expiresAt],
      )
      return rowCount === 1
    },
    async isSpent(id) {
      const { rowCount } = await query('select from gate_spent where gate = $1 and id = $2', [
        gate,
        id,
      ])
      return rowCount === 1
    },
    hasEnded: (sessionId) => ended.has(sessionId),
    async endSession(sessionId, expiresAt) {
      if (!ended.add(sessionId, expiresAt)) return
      waiting.set(sessionId, expiresAt)
      // The user is signed out in any case: refusing it would leave the cookie in the browser. It is stored later.
      await storeWaiting().catch(() => {})
    },
    onEnded: deps.onEnded,
    isAvailable: deps.isAvailable,
    storeWaiting,
    waiting: () => waiting.size,
    async close() {
      deps.close()
      const finished = storeWaiting()
        .catch(() => {})
        .then(() => pool.end())
      await Promise.race([finished, wait(closeMilliseconds)])
    },
  }
}

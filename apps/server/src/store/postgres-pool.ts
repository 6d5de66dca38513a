import { sql, type PostgresPool } from 'kysely'
import pg from 'pg'
import { errorCodeOf, isCertificateError } from '@foyer/node/system-error'
import { StoreError } from './store-error.ts'
import type { Queries } from './tables.ts'

/** The server ends what takes too long; `query_timeout` ends what the server no longer answers. */
const serverLimits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

/** SQLSTATEs of a server that cannot be used now: connection lost, server full or going down. */
const outage = /^(?:08|53|57P0|25P03)/

/** A server that takes no writes: a standby, or a primary that a failover has demoted. */
const readOnly = '25006'

/** Conflicts, deadlocks and statements that took too long: the same request may succeed next time. */
const retryable = new Set(['40001', '40P01', '55P03', '57014'])

/** Code with which a server or a pooler refuses start-up parameters. */
const protocolViolation = '08P01'

export interface PoolEvents {
  onOutage?: ((error: unknown) => void) | undefined
  onAnswer?: (() => void) | undefined
}

/**
 * A pool whose failures to reach the server are an `outage` of the store, so that clients are told to retry. Connections are made when they are needed: a server that returns is used at once.
 */
export function createPostgresPool(
  url: string,
  { onOutage = () => {}, onAnswer = () => {} }: PoolEvents = {},
): PostgresPool {
  let takesLimits = true
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(takesLimits ? { ...config, ...serverLimits } : config)
    }
  }
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    query_timeout: 12_000,
    application_name: 'foyer',
  })
  // An idle connection that breaks is removed by the pool. Whether the server is away shows at the next use.
  pool.on('error', () => {})

  // A failover leaves every kept connection with the old primary, so one that is found to be read-only
  // makes all older ones unusable.
  let failovers = 0
  const madeAfter = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => madeAfter.set(client, failovers))

  const raise = (error: unknown): never => {
    const cause = { cause: error }
    if (isOutage(error)) {
      onOutage(error)
      throw new StoreError('outage', cause)
    }
    throw retryable.has(errorCodeOf(error)) ? new StoreError('conflict', cause) : error
  }

  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect().catch(connectWithoutLimits)
    if (madeAfter.get(client) === failovers) return client
    client.release(true)
    return connect()
  }

  // PgBouncer refuses the time limits with a code that it also uses for outages of the server behind it.
  // Only when a connection without them succeeds were they the cause.
  const connectWithoutLimits = async (error: unknown): Promise<pg.PoolClient> => {
    if (!takesLimits || errorCodeOf(error) !== protocolViolation) throw error
    takesLimits = false
    try {
      return await pool.connect()
    } catch (secondError) {
      takesLimits = true
      throw secondError
    }
  }

  return {
    async connect() {
      const client = await connect().catch(raise)
      let isBroken = false
      const query = async (text: string, parameters: unknown[]) => {
        try {
          const result = await client.query(text, parameters)
          onAnswer()
          return result
        } catch (error) {
          isBroken ||= isOutage(error)
          if (errorCodeOf(error) === readOnly && madeAfter.get(client) === failovers) failovers += 1
          return raise(error)
        }
      }
      return {
        query,
        release: (isDiscarded = false) => client.release(isDiscarded || isBroken),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>
    },
    end: () => pool.end(),
  }
}

/** Whether the server ends statements that take too long: a pooler may have kept our limits from it. */
export async function hasTimeLimits(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ isLimited: boolean }>`
    select current_setting('statement_timeout') <> '0' as "isLimited"`.execute(queries)
  return rows[0]?.isLimited === true
}

/** Errors without an SQLSTATE come from the connection. A certificate does not become trusted by waiting. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !isCertificateError(errorCodeOf(error))
  return outage.test(errorCodeOf(error)) || error.code === readOnly
}

import { sql, type PostgresPool } from 'kysely'
import pg from 'pg'
import { isOutageState, readOnlyState as readOnly } from '@foyer/node/postgres'
import { errorCodeOf, isCertificateError } from '@foyer/node/system-error'
import { StoreError } from './store-error.ts'
import type { Queries } from './tables.ts'

/** Time limits of the server. `query_timeout` below is for a server that no longer responds. */
const serverLimits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

/**
 * Conflicts, deadlocks and statements that took too long. The same request may succeed when it is repeated.
 */
const retryable = new Set(['40001', '40P01', '55P03', '57014'])

/** The code with which a server or a pooler refuses start-up parameters. */
const protocolViolation = '08P01'

/** A request uses a connection only for a statement or a short transaction. */
const usualConnections = 10

interface PoolOptions {
  connections?: number
  /** Without them, a statement may take as long as it needs. */
  hasTimeLimits?: boolean
  onOutage?: ((error: unknown) => void) | undefined
  onAnswer?: (() => void) | undefined
}

/**
 * A connection pool. If the server is unavailable, it throws the `StoreError` `outage`, so that clients are
 * asked to retry. Connections are created on demand, so the pool recovers as soon as the server is back.
 */
export function createPostgresPool(url: string, options: PoolOptions = {}): PostgresPool {
  const { onOutage = () => {}, onAnswer = () => {} } = options
  const limits = limitsFor(options)
  let takesLimits = true
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(takesLimits ? { ...config, ...limits } : config)
    }
  }
  const pool = new pg.Pool({ Client, ...poolConfig(url, options) })
  // The pool itself removes broken idle connections. The next use detects an outage.
  pool.on('error', () => {})

  // After a failover, all open connections lead to the former primary. So when one connection is found to be
  // read-only, all older ones are replaced.
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

  // PgBouncer refuses our time limits with a code that it also uses for outages of its server. So the limits
  // are dropped only if a connection without them succeeds.
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

function poolConfig(
  connectionString: string,
  { connections = usualConnections, hasTimeLimits = true }: PoolOptions,
): pg.PoolConfig {
  return {
    connectionString,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(hasTimeLimits && { query_timeout: 12_000 }),
    application_name: 'foyer',
  }
}

/** The role may have a limit too, which a connection without limits must turn off. */
function limitsFor({ hasTimeLimits = true }: PoolOptions): pg.ClientConfig {
  return hasTimeLimits ? serverLimits : { options: '-c statement_timeout=0' }
}

/** Whether the server limits the time of statements. A pooler may have dropped our limits. */
export async function hasTimeLimits(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ isLimited: boolean }>`
    select current_setting('statement_timeout') <> '0' as "isLimited"`.execute(queries)
  return rows[0]?.isLimited === true
}

/**
 * Errors without an SQLSTATE come from the connection. Only a certificate error is no outage, because waiting
 * does not fix it.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return !isCertificateError(errorCodeOf(error))
  return isOutageState(errorCodeOf(error))
}

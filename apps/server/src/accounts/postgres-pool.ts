import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { RefusalError } from '../errors.ts'

/** Classes of SQLSTATE that pass by themselves: connection lost, server full or going down. */
const passing = /^(?:08|53|57P0)/

/**
 * A pool whose failures to reach the server are the contract's `unavailable`, so that whoever asked is
 * told to come back. Each request connects anew: a server that returns is used at once.
 */
export function createPostgresPool(
  url: string,
  onIdleFailure: (error: Error) => void,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // The server ends what takes too long; the client ends what the server no longer answers.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'foyer',
  })
  pool.on('error', onIdleFailure)
  return {
    async connect() {
      const client = await pool.connect().catch(raise)
      let isBroken = false
      const query = async (text: string, parameters: unknown[]) => {
        try {
          return await client.query(text, parameters)
        } catch (error) {
          isBroken ||= isOutage(error)
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

function raise(error: unknown): never {
  throw isOutage(error) ? new RefusalError('unavailable', { cause: error }) : error
}

function isOutage(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || passing.test(error.code ?? '')
}

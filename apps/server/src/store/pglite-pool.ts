import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * A connection pool for PGlite, which has only one session: a caller of `connect` waits until the previous
 * client is released. So statements of different transactions never mix.
 */
export function createPglitePool(pglite: PGlite): PostgresPool {
  let released: Promise<void> = Promise.resolve()
  return {
    async connect() {
      const previous = released
      let release = () => {}
      released = new Promise((resolve) => {
        release = resolve
      })
      await previous
      return createClient(pglite, release)
    },
    end: () => pglite.close(),
  }
}

function createClient(pglite: PGlite, release: () => void): PostgresPoolClient {
  let hasFailed = false
  // Kysely reads only `command`, which Postgres returns and PGlite does not. In a transaction with a failed
  // statement, Postgres answers COMMIT with ROLLBACK, so this must do the same: otherwise the caller would
  // take the transaction for committed.
  const commandOf = (text: string) => {
    const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? ''
    return command === 'COMMIT' && hasFailed ? 'ROLLBACK' : command
  }
  const query = async (text: unknown, parameters?: readonly unknown[]) => {
    if (typeof text !== 'string') throw new TypeError('the embedded store has no cursors')
    try {
      const { rows, affectedRows } = await pglite.query(text, parameters ? [...parameters] : [])
      return { command: commandOf(text), rowCount: affectedRows ?? 0, rows }
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  return { query, release } as unknown as PostgresPoolClient
}

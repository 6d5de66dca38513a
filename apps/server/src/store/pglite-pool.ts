import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * Lets PGlite, which has one session, stand where a pool of connections is expected: whoever connects
 * waits until the one before has released. A transaction thus never sees another's statements.
 */
export function createPglitePool(pglite: PGlite): PostgresPool {
  let last: Promise<void> = Promise.resolve()
  return {
    async connect() {
      const before = last
      let release = () => {}
      last = new Promise((resolve) => {
        release = resolve
      })
      await before
      return createClient(pglite, release)
    },
    end: () => pglite.close(),
  }
}

function createClient(pglite: PGlite, release: () => void): PostgresPoolClient {
  let hasFailed = false
  // Kysely looks at the command alone, which Postgres tells and PGlite does not. An aborted
  // transaction is rolled back by its commit, and Postgres then says so.
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

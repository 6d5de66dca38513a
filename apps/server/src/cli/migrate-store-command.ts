import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { certificateAdvice, errorCodeOf } from '@foyer/node/system-error'
import { redact } from '../log/redaction.ts'
import { createIndexes } from '../store/indexes.ts'
import { migrate } from '../store/migrations.ts'
import { connectStore } from '../store/open-store.ts'
import { isOutage } from '../store/store-error.ts'
import { parseDatabaseUrl } from '../store/store-settings.ts'
import { UsageError, type Command } from './command.ts'

export const migrateStoreCommand: Command = {
  summary: 'makes the tables and indexes of this version in the database',
  help: `foyer migrate-store

Makes the tables and indexes of this version in the database of DATABASE_URL, with a user who may do so. The servers
may run meanwhile, and need only the right to select, insert, update and delete. It needs no other setting.
`,
  async run(args, environment, print) {
    parseArgs({ args, options: {} })
    const parsed = parseDatabaseUrl(environment, (path) => readFileSync(path, 'utf8'))
    if (!parsed.ok) throw new UsageError(`${parsed.error.key} ${parsed.error.message}`)
    // It may take longer than any statement of a request.
    const store = {
      kind: 'postgres',
      url: parsed.url,
      connections: 2,
      hasTimeLimits: false,
    } as const
    const { database, close } = await connectStore(store)
    try {
      const made = await migrate(database)
      await createIndexes(database, store)
      print(made.length > 0 ? `Made the tables ${made.join(', ')}.` : 'The tables are up to date.')
      return 0
    } catch (cause) {
      if (isOutage(cause))
        throw new UsageError('The database of DATABASE_URL does not answer.', { cause })
      const reason = certificateAdvice(errorCodeOf(cause)) || refusalOf(cause)
      if (reason === '') throw cause
      throw new UsageError(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
    } finally {
      await close()
    }
  },
}

/** What Postgres says if it lets nobody in with this URL, or the user may not change the tables. Empty for other errors. */
function refusalOf(error: unknown): string {
  const isRefusal = /^(?:28|3D|42501)/.test(errorCodeOf(error))
  return isRefusal && error instanceof Error ? redact(error.message) : ''
}

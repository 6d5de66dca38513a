import type pg from 'pg'
import { DataError } from '../data/data-error.ts'
import { withClient } from '../postgres/connection.ts'
import { migrateTables } from '../postgres/tables.ts'
import { readDatabaseUrl } from '../settings/settings.ts'
import type { Command } from './command.ts'

const help = `foyer-gate migrate-store

Makes the tables of this version in the database of GATE_DATABASE_URL, with a user who may do so. The gates may run
meanwhile, and need only the right to select, insert and delete. It needs no other setting.
`

export const migrateStoreCommand: Command = async (args, environment, { print }) => {
  if (args.includes('--help')) return print(help)
  if (args.length > 0) throw new DataError(help)
  const databaseUrl = readDatabaseUrl(environment)
  if (databaseUrl === undefined) throw new DataError('GATE_DATABASE_URL is not set.')
  // It may take longer than any statement of a gate.
  const migrate = (client: pg.Client) => migrateTables(client)
  const made = await withClient(databaseUrl, migrate, { query_timeout: 0 })
  print(made.length > 0 ? `Made the tables of version ${made.join(', ')}.\n` : 'Nothing to do.\n')
}

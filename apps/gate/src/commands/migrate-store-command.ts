import { DataError } from '../data/data-error.ts'
import { withClient } from '../postgres/connection.ts'
import { migrateTables } from '../postgres/tables.ts'
import { readStoreSettings } from '../settings/settings.ts'
import type { Command } from './command.ts'

const help = `foyer-gate migrate-store

Makes the tables of this version in the database of GATE_DATABASE_URL, with a user who may do so. The gates need only
the right to select, insert and delete. Older gates keep working meanwhile.
`

export const migrateStoreCommand: Command = async (args, environment, { print }) => {
  if (args.includes('--help')) return print(help)
  if (args.length > 0) throw new DataError(help)
  const { databaseUrl } = readStoreSettings([], environment)
  if (databaseUrl === undefined) throw new DataError('GATE_DATABASE_URL is not set.')
  const made = await withClient(databaseUrl, migrateTables)
  print(made.length > 0 ? `Made the tables of version ${made.join(', ')}.\n` : 'Nothing to do.\n')
}

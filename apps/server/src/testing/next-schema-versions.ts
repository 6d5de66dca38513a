import { sql } from 'kysely'
import { schemaVersions as released, type SchemaVersion } from '../store/schema-versions.ts'

const nameOf = (version: number, change: string) => `${String(version).padStart(4, '0')}-${change}`

/** The versions of a server that is one release ahead: a table and two columns more. */
export const schemaVersions: readonly SchemaVersion[] = [
  ...released,
  {
    name: nameOf(released.length + 1, 'expanded'),
    worksSince: released.length,
    async make(db) {
      await sql`create table notes (id int primary key)`.execute(db)
      await sql`alter table accounts add column seen_at timestamptz`.execute(db)
      await sql`
        alter table registrations add column source text not null default 'page'`.execute(db)
    },
  },
]

/** The release after that removes what the released version still uses. */
export const laterVersions: readonly SchemaVersion[] = [
  ...schemaVersions,
  {
    name: nameOf(released.length + 2, 'contracted'),
    worksSince: released.length + 1,
    make: (db) => db.schema.alterTable('accounts').dropColumn('company').execute(),
  },
]

import { schemaFit, type SchemaState } from '@foyer/node/schema-fit'
import type pg from 'pg'
import { DataError } from '../data/data-error.ts'
import { inTransaction } from './connection.ts'
import { tableVersions } from './table-versions.ts'

/** An arbitrary number, for everything that only one instance may do at a time. */
export const tablesLock = '5064737012201'

/** Brings the tables to this version. Several processes may do it at the same moment. Returns the versions it made. */
export async function migrateTables(
  client: pg.ClientBase,
  versions = tableVersions,
): Promise<number[]> {
  return inTransaction(client, async () => {
    await client.query(`select pg_advisory_xact_lock(${tablesLock})`)
    // A statement that waits for a table makes all later requests to that table wait too.
    await client.query("set local lock_timeout = '2s'")
    await client.query(`
      create table if not exists gate_tables_versions
      (version int primary key, works_since int not null, made_at timestamptz not null default now())`)
    const state = await stateOfTables(client)
    if (schemaFit(state, versions.length) === 'too-new') throw new DataError(tooNew)
    const missing = versions.slice(state.made)
    for (const [index, { sql, worksSince }] of missing.entries()) {
      await client.query(sql)
      const version = state.made + index + 1
      await client.query('insert into gate_tables_versions values ($1, $2)', [version, worksSince])
    }
    return missing.map((_, index) => state.made + index + 1)
  })
}

/**
 * Checks that the tables are there, and that this gate can work with them. Makes them if it may. Throws with a message
 * for the operator.
 */
export async function ensureTables(client: pg.ClientBase, mayMigrate = true): Promise<void> {
  const fit = schemaFit(await stateOfTables(client), tableVersions.length)
  if (fit === 'too-new') throw new DataError(tooNew)
  if (fit !== 'older') return
  if (!mayMigrate) throw new DataError(tooOld)
  try {
    await migrateTables(client)
  } catch (cause) {
    if ((cause as pg.DatabaseError).code !== insufficientPrivilege) throw cause
    throw new DataError(tooOld, { cause })
  }
}

const tooNew =
  'the tables in the database are of a newer version of the gate, which does not work together with this one'
const tooOld = 'the tables in the database are missing or old. Run: foyer-gate migrate-store'

const insufficientPrivilege = '42501'

async function stateOfTables(client: pg.ClientBase): Promise<SchemaState> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('gate_tables_versions') is not null as exists",
  )
  if (table.rows[0]?.exists !== true) return { made: 0, worksSince: 0 }
  const { rows } = await client.query<SchemaState>(
    `select coalesce(max(version), 0) as made, coalesce(max(works_since), 0) as "worksSince"
     from gate_tables_versions`,
  )
  return rows[0] ?? { made: 0, worksSince: 0 }
}

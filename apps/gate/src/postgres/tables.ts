import type pg from 'pg'
import { DataError } from '../data/data-error.ts'
import { inTransaction } from './connection.ts'

interface Version {
  /** The oldest version of these tables whose gates can still work with this one. */
  worksSince: number
  sql: string
}

/** Versions 1, 2, … of the tables. Never edit a released one; correct it with a new one. */
const versions: readonly Version[] = [
  {
    worksSince: 1,
    // `gate` is the public origin of a gate. Gates of several applications may share a database, and must not accept
    // each other's sessions.
    sql: `
      create table gate_spent (
        gate text not null,
        id text not null,
        expires_at timestamptz not null,
        primary key (gate, id)
      );
      create index gate_spent_expires_at on gate_spent (expires_at);
      create table gate_ended_sessions (
        gate text not null,
        session_id text not null,
        expires_at timestamptz not null,
        written_by xid8 not null default pg_current_xact_id(),
        primary key (gate, session_id)
      );
      create index gate_ended_sessions_written_by on gate_ended_sessions (gate, written_by);
      create index gate_ended_sessions_expires_at on gate_ended_sessions (expires_at);
      create table gate_keys (
        gate text not null,
        kid text not null,
        content text not null,
        primary key (gate, kid)
      )`,
  },
]

/** An arbitrary number, for everything that only one instance may do at a time. */
export const tablesLock = '5064737012201'

/** Brings the tables to this version. Several processes may do it at the same moment. Returns the versions it made. */
export async function migrateTables(client: pg.ClientBase): Promise<number[]> {
  return inTransaction(client, async () => {
    await client.query(`select pg_advisory_xact_lock(${tablesLock})`)
    await client.query(`
      create table if not exists gate_tables_versions
      (version int primary key, works_since int not null, made_at timestamptz not null default now())`)
    const missing = missingVersions(await stateOfTables(client))
    for (const version of missing) {
      const { sql, worksSince } = versions[version - 1] as Version
      await client.query(sql)
      await client.query('insert into gate_tables_versions values ($1, $2)', [version, worksSince])
    }
    return missing
  })
}

/**
 * Checks that the tables are there, and that this gate can work with them. Makes them if it may. Throws with a message
 * for the operator.
 */
export async function ensureTables(client: pg.ClientBase): Promise<void> {
  const state = await stateOfTables(client)
  if (state.worksSince > versions.length) {
    throw new DataError(
      'its tables are of a newer version of the gate, which does not work together with this one',
    )
  }
  if (missingVersions(state).length === 0) return
  try {
    await migrateTables(client)
  } catch (cause) {
    if ((cause as pg.DatabaseError).code !== insufficientPrivilege) throw cause
    throw new DataError(
      'its tables are missing or old, and its user may not make them. Run: foyer-gate migrate-store',
      { cause },
    )
  }
}

const insufficientPrivilege = '42501'

interface TablesState {
  made: number
  worksSince: number
}

async function stateOfTables(client: pg.ClientBase): Promise<TablesState> {
  const table = await client.query<{ exists: boolean }>(
    "select to_regclass('gate_tables_versions') is not null as exists",
  )
  if (table.rows[0]?.exists !== true) return { made: 0, worksSince: 0 }
  const { rows } = await client.query<TablesState>(
    `select coalesce(max(version), 0) as made, coalesce(max(works_since), 0) as "worksSince"
     from gate_tables_versions`,
  )
  return rows[0] ?? { made: 0, worksSince: 0 }
}

const missingVersions = ({ made }: TablesState) =>
  Array.from({ length: Math.max(0, versions.length - made) }, (_, index) => made + index + 1)

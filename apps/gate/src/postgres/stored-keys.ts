import type pg from 'pg'
import { DataError } from '../data/data-error.ts'
import {
  createKeys,
  importKeys,
  kidOf,
  parseStoredKeys,
  type StoredKeys,
} from '../data/gate-keys.ts'
import { inTransaction, withClient } from './connection.ts'
import { ensureTables, tablesLock } from './tables.ts'

/** The keys of a gate in the database. Throws with a message for the operator, which quotes no key. */
export async function readStoredKeys(client: pg.ClientBase, gate: string): Promise<StoredKeys[]> {
  const { rows } = await client.query<{ content: string }>(
    'select content from gate_keys where gate = $1',
    [gate],
  )
  try {
    return rows.map(({ content }) => {
      const keys = parseStoredKeys(JSON.parse(content))
      importKeys(keys)
      return keys
    })
  } catch {
    throw new DataError(
      'a row of gate_keys is damaged. Restore it, or delete it to end its sessions.',
    )
  }
}

/** Changes the keys. Only one process does so at a time. */
async function changeStoredKeys(
  client: pg.ClientBase,
  gate: string,
  change: (keys: readonly StoredKeys[]) => readonly StoredKeys[],
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`select pg_advisory_xact_lock(${tablesLock})`)
    const before = await readStoredKeys(client, gate)
    const after = change(before)
    const kept = after.map(kidOf)
    await client.query('delete from gate_keys where gate = $1 and kid <> all($2)', [gate, kept])
    for (const keys of after) {
      await client.query(
        'insert into gate_keys (gate, kid, content) values ($1, $2, $3) on conflict do nothing',
        [gate, kidOf(keys), JSON.stringify(keys)],
      )
    }
  })
}

/** The keys of a gate. The first instance makes them, even if several start at the same moment. */
export async function loadStoredKeys(
  client: pg.ClientBase,
  gate: string,
  now: () => number,
): Promise<StoredKeys[]> {
  const stored = await readStoredKeys(client, gate)
  if (stored.length > 0) return stored
  await changeStoredKeys(client, gate, (keys) => (keys.length > 0 ? keys : [createKeys(now())]))
  return readStoredKeys(client, gate)
}

/** For commands, which make no tables. */
export function createKeyTable(url: string, gate: string) {
  const onTables = <T>(work: (client: pg.Client) => Promise<T>) =>
    withClient(url, async (client) => {
      await ensureTables(client, false)
      return work(client)
    })
  return {
    read: () => onTables((client) => readStoredKeys(client, gate)),
    change: (change: (keys: readonly StoredKeys[]) => readonly StoredKeys[]) =>
      onTables((client) => changeStoredKeys(client, gate, change)),
  }
}

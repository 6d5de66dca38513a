import { sql } from 'kysely'
import { afterEach, describe, expect, it, inject } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '@foyer/test-services/pgbouncer'
import { startStrictPooler } from '@foyer/test-services/strict-pooler'
import { createDatabase } from '../testing/test-store.ts'
import { openStore, type Store } from './open-store.ts'

const cleanups: Array<() => unknown> = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function open(url: string): Promise<Store> {
  const store = await openStore({ kind: 'postgres', url })
  cleanups.push(() => store.close())
  return store
}

async function openDirect(): Promise<Store> {
  return open(await createDatabase())
}

const count = (store: Store, key: string) =>
  store.database.insertInto('limits').values({ key, count: 1, ends_at: new Date() }).execute()

const settingOf = async ({ database }: Store, name: string) => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    database,
  )
  return rows[0]?.value
}

describe('a Postgres behind a connection pooler', () => {
  it('a pooler that refuses our start-up parameters, like PgBouncer, is used without them', async () => {
    const pooler = await startStrictPooler(await createDatabase())
    cleanups.push(() => pooler.close())
    const store = await open(pooler.url)
    expect(store.isMigrated()).toBe(true)
    await count(store, 'a')
    await store.check()
  })

  it.skipIf(!hasPgBouncer).each(['session', 'transaction'] as const)(
    'instances that start together work through a real PgBouncer with %s pooling',
    async (poolMode) => {
      const url = await createDatabase()
      const bouncer = await startPgBouncer(url, poolMode)
      cleanups.push(() => bouncer.close())
      const stores = await Promise.all([1, 2, 3].map(() => open(bouncer.url)))
      expect(stores.map((store) => store.isMigrated())).toEqual([true, true, true])

      const increments = Array.from({ length: 20 }, (_, index) =>
        (stores[index % 3] as Store).database.transaction().execute(async (transaction) => {
          await sql`insert into limits values ('n', 0, now()) on conflict do nothing`.execute(
            transaction,
          )
          const { count: before } = await transaction
            .selectFrom('limits')
            .select('count')
            .where('key', '=', 'n')
            .forUpdate()
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('limits')
            .set({ count: before + 1 })
            .where('key', '=', 'n')
            .execute()
        }),
      )
      await Promise.all(increments)
      const rows = await stores[0]?.database.selectFrom('limits').select('count').execute()
      expect(rows).toEqual([{ count: 20 }])

      // A session lock would stay on a connection that the pooler gives to other clients.
      // Other test files migrate other databases on the same server, so only this one counts.
      const locks = await sql`
        select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and datname = current_database()`.execute(
        (await open(url)).database,
      )
      expect(locks.rows).toEqual([])
    },
    60_000,
  )
})

describe('a Postgres', () => {
  it('without a pooler, Postgres limits the time of our statements', async () => {
    const store = await openDirect()
    expect(await settingOf(store, 'statement_timeout')).toBe('10s')
    expect(await settingOf(store, 'idle_in_transaction_session_timeout')).toBe('15s')
  })

  it('Postgres can be reached at a Unix socket', async () => {
    const url = new URL(await createDatabase())
    const store = await open(inject('postgresSocketUrl').replace('/postgres?', `${url.pathname}?`))
    await count(store, 'a')
    const { rows } = await sql<{ host: unknown }>`select inet_client_addr() as host`.execute(
      store.database,
    )
    expect(rows).toEqual([{ host: null }])
  })

  /** Simulates a failover: the open connections lead to a server that has become read-only. */
  const demote = ({ database }: Store) =>
    Promise.all(
      [1, 2, 3].map(() =>
        database.connection().execute(async (connection) => {
          await sql`set session characteristics as transaction read only`.execute(connection)
          await sql`select pg_sleep(0.1)`.execute(connection)
        }),
      ),
    )

  it('a Postgres that is read-only after a failover is unavailable, and the next request uses the new primary', async () => {
    const store = await openDirect()
    await demote(store)
    await expect(count(store, 'a')).rejects.toMatchObject({ code: 'outage' })
    await count(store, 'a')
    await count(store, 'b')
  })

  it('the readiness check detects a Postgres that is read-only after a failover', async () => {
    const store = await openDirect()
    await demote(store)
    await expect(store.check()).rejects.toMatchObject({ code: 'outage' })
    await store.check()
  })

  it('a statement that Postgres cancels is reported as a conflict', async () => {
    const store = await openDirect()
    const slow = store.database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 20`.execute(transaction)
      await sql`select pg_sleep(5)`.execute(transaction)
    })
    await expect(slow).rejects.toMatchObject({ code: 'conflict' })
  })
})

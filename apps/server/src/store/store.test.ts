import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../testing/test-store.ts'
import { openStore, type Store } from './open-store.ts'

describe.each(['embedded', 'postgres'] as const)('the %s store', (kind) => {
  let place: TestStore
  let store: Store
  beforeAll(async () => {
    place = await createTestStore(kind)
    store = await openStore(place.settings)
  }, 60_000)
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const account = { tenant_id: 'Acme-x1y2z', uid: 'u-1', email: null, company: null }
  const names = { first_name: 'Şükrü', last_name: 'O’Neil', welcomed_at: null }
  const insert = (uid: string) =>
    store.database.insertInto('accounts').values({ ...account, ...names, uid })

  it('answers once its tables are there', async () => {
    expect(store.isMigrated()).toBe(true)
    await store.check()
  })

  it('gives back what was put in, times as times', async () => {
    await insert('u-1').execute()
    const row = await store.database
      .selectFrom('accounts')
      .selectAll()
      .where('uid', '=', 'u-1')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ...account, ...names })
    expect(Date.now() - row.created_at.getTime()).toBeLessThan(60_000)
  })

  it('refuses a second row of the same account, and counts the rows that it changed', async () => {
    const again = await insert('u-1')
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    expect(again.numInsertedOrUpdatedRows).toBe(0n)
    const changed = await store.database
      .updateTable('accounts')
      .set({ company: 'Öz & Oğulları A.Ş.' })
      .where('uid', '=', 'u-1')
      .executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(1n)
    await expect(insert('u-1').execute()).rejects.toMatchObject({ code: '23505' })
  })

  it('does all of a transaction or nothing', async () => {
    const halfWay = store.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('accounts').execute()
      throw new Error('half way')
    })
    await expect(halfWay).rejects.toThrow('half way')
    expect(await store.database.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
  })

  it('does not call a transaction done in which a statement failed unnoticed', async () => {
    const swallowed = store.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('accounts').execute()
      await sql`select 1 / 0`.execute(transaction).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow()
    expect(await store.database.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
  })

  it('keeps transactions that run at the same time apart', async () => {
    await store.database
      .insertInto('limits')
      .values({ key: 'counter', count: 0, ends_at: new Date() })
      .execute()
    const increments = Array.from({ length: 30 }, () =>
      store.database.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('limits')
          .select('count')
          .where('key', '=', 'counter')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('limits')
          .set({ count: count + 1 })
          .where('key', '=', 'counter')
          .execute()
      }),
    )
    await Promise.all(increments)
    const row = await store.database.selectFrom('limits').select('count').executeTakeFirst()
    expect(row).toEqual({ count: 30 })
  })

  it('lets nobody change or delete what is in the audit trail', async () => {
    const entry = { action: 'register', outcome: 'done', uid: 'u-1' }
    const unknown = { tenant_id: null, subject: null, request_id: null }
    await store.database
      .insertInto('audit')
      .values({ ...entry, ...unknown })
      .execute()
    const attempts = [
      () => store.database.updateTable('audit').set({ outcome: 'failed' }).execute(),
      () => store.database.deleteFrom('audit').execute(),
      () => sql`truncate audit`.execute(store.database),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('append-only')
    expect(await store.database.selectFrom('audit').select('outcome').execute()).toEqual([
      { outcome: 'done' },
    ])
  })

  it('keeps everything over a restart, and leaves tables alone that are up to date', async () => {
    await store.close()
    store = await openStore(place.settings)
    expect(await store.database.selectFrom('accounts').select('company').execute()).toEqual([
      { company: 'Öz & Oğulları A.Ş.' },
    ])
  }, 30_000)
})

describe('a Postgres', () => {
  it('is brought up to date once by instances that start together', async () => {
    const { settings } = await createTestStore('postgres')
    const stores = await Promise.all([1, 2, 3].map(() => openStore(settings)))
    const [first] = stores
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(
      first?.database as never,
    )
    expect(applied.rows).toHaveLength(1)
    await Promise.all(stores.map((store) => store.close()))
  }, 30_000)
})

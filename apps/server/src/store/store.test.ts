import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaVersions } from './schema-versions.ts'
import { createTestStore, type TestStore } from '../testing/test-store.ts'
import { openStore, type Store } from './open-store.ts'

describe.each(['embedded', 'postgres'] as const)('the %s store', (kind) => {
  let testStore: TestStore
  let store: Store
  beforeAll(async () => {
    testStore = await createTestStore(kind)
    store = await openStore(testStore.settings)
  })
  afterAll(async () => {
    await store.close()
    await testStore.remove()
  })

  const account = { tenant_id: 'Acme-x1y2z', uid: 'u-1', email: null, company: null }
  const names = { first_name: 'Şükrü', last_name: 'O’Neil', welcomed_at: null }
  const insert = (uid: string) =>
    store.database.insertInto('accounts').values({ ...account, ...names, uid })

  it('the store answers when its tables exist', async () => {
    expect(store.isMigrated()).toBe(true)
    await store.check()
  })

  it('the store returns the inserted values, with dates as Date', async () => {
    await insert('u-1').execute()
    const row = await store.database
      .selectFrom('accounts')
      .selectAll()
      .where('uid', '=', 'u-1')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ...account, ...names })
    expect(Date.now() - row.created_at.getTime()).toBeLessThan(60_000)
  })

  it('the store refuses a second row for the same account, and reports the number of changed rows', async () => {
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

  it('the store commits all of a transaction or nothing', async () => {
    const halfWay = store.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('accounts').execute()
      throw new Error('half way')
    })
    await expect(halfWay).rejects.toThrow('half way')
    expect(await store.database.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
  })

  it('the store reports a transaction with an ignored failed statement as rolled back', async () => {
    const swallowed = store.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('accounts').execute()
      await sql`select 1 / 0`.execute(transaction).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow()
    expect(await store.database.selectFrom('accounts').selectAll().execute()).toHaveLength(1)
  })

  it('the store isolates concurrent transactions', async () => {
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

  it('the store refuses changes to the audit trail', async () => {
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

  it('the store keeps its data after a restart, and does not change tables that are up to date', async () => {
    await store.close()
    store = await openStore(testStore.settings)
    expect(await store.database.selectFrom('accounts').select('company').execute()).toEqual([
      { company: 'Öz & Oğulları A.Ş.' },
    ])
  })
})

describe('a Postgres', () => {
  it('instances that start together migrate a Postgres once', async () => {
    const { settings } = await createTestStore('postgres')
    const stores = await Promise.all([1, 2, 3].map(() => openStore(settings)))
    const [first] = stores
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(
      first?.database as never,
    )
    expect(applied.rows).toHaveLength(schemaVersions.length)
    await Promise.all(stores.map((store) => store.close()))
  })
})

it('no work waits for a process with the embedded store that was killed', async () => {
  const testStore = await createTestStore('embedded')
  const id = '00000000-0000-4000-8000-000000000000'
  const later = new Date(Date.now() + 3_600_000)
  const before = await openStore(testStore.settings)
  await before.database
    .insertInto('turns')
    .values({ key: 'k', holder: id, expires_at: later })
    .execute()
  await before.database
    .insertInto('email_codes')
    .values({ id, browser_hash: 'h', expires_at: later, refusal: 'r', refusal_due_at: later })
    .execute()
  await before.close()
  const { database, close } = await openStore(testStore.settings)
  expect(await database.selectFrom('turns').selectAll().execute()).toEqual([])
  const row = await database.selectFrom('email_codes').selectAll().executeTakeFirstOrThrow()
  expect(row.refusal_due_at?.getTime()).toBeLessThan(later.getTime())
  await close()
  await testStore.remove()
})

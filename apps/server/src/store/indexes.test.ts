import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../testing/test-store.ts'
import { createIndexes, missingIndexes } from './indexes.ts'
import { openStore, type Store } from './open-store.ts'

describe.each(['embedded', 'postgres'] as const)('the indexes of the %s store', (kind) => {
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
  const create = () => createIndexes(store.database, testStore.settings)

  it('the missing indexes are created, once', async () => {
    expect(await missingIndexes(store.database)).not.toEqual([])
    await create()
    expect(await missingIndexes(store.database)).toEqual([])
    await create()
    expect(await missingIndexes(store.database)).toEqual([])
  })

  it('an index that is not complete after an interrupted attempt is created again', async () => {
    await create()
    await sql`update pg_index set indisvalid = false
      where indexrelid = 'audit_uid_at'::regclass`.execute(store.database)
    expect(await missingIndexes(store.database)).toEqual(['audit_uid_at'])
    await create()
    expect(await missingIndexes(store.database)).toEqual([])
  })
})

describe('the indexes of a Postgres with other clients', () => {
  let testStore: TestStore
  let store: Store
  beforeAll(async () => {
    testStore = await createTestStore('postgres')
    store = await openStore(testStore.settings)
  })
  afterAll(() => store.close())
  const spend = (token: string) => sql`insert into spent_tokens values (${token}, now())`

  it('writes go on while an index is created', async () => {
    let creating: Promise<unknown> | undefined
    await store.database.transaction().execute(async (transaction) => {
      await spend('before').execute(transaction)
      creating = createIndexes(store.database, testStore.settings)
      const waits = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where query like 'create index%'
          and wait_event_type = 'Lock' and datname = current_database()`.execute(store.database)
        return rows.length
      }
      await expect.poll(waits).toBe(1)
      // An ordinary index would block this until the transaction ends, and the transaction would wait for this.
      await spend('meanwhile').execute(store.database)
    })
    await creating
    expect(await missingIndexes(store.database)).toEqual([])
  })

  it('instances that start together create each index once', async () => {
    await sql`drop index outbox_finished`.execute(store.database)
    const stores = await Promise.all([1, 2, 3].map(() => openStore(testStore.settings)))
    await Promise.all(stores.map(({ database }) => createIndexes(database, testStore.settings)))
    expect(await missingIndexes(store.database)).toEqual([])
    await Promise.all(stores.map((each) => each.close()))
  })
})

import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import type { Database } from '../store/tables.ts'
import { createTestStore, type TestStore } from './test-store.ts'

const kinds = { both: ['embedded', 'postgres'], postgres: ['postgres'] } as const

/** Runs the same tests on each kind of store of this run: on the embedded one and on a real Postgres. */
export function describeWithEachStore(title: string, runTests: (database: () => Database) => void) {
  describe.each(kinds[inject('stores')])(`${title}, %s`, (kind) => {
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

    runTests(() => store.database)
  })
}

import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import type { Database } from '../store/tables.ts'
import { createTestStore, type TestStore } from './test-store.ts'

/** Runs the same tests on the embedded store and on a real Postgres. */
export function describeWithEachStore(title: string, runTests: (database: () => Database) => void) {
  describe.each(['embedded', 'postgres'] as const)(`${title}, %s`, (kind) => {
    let testStore: TestStore
    let store: Store
    beforeAll(async () => {
      testStore = await createTestStore(kind)
      store = await openStore(testStore.settings)
    }, 60_000)
    afterAll(async () => {
      await store.close()
      await testStore.remove()
    })

    runTests(() => store.database)
  })
}

import { afterAll, beforeAll, describe } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import type { Database } from '../store/tables.ts'
import { createTestStore, type TestStore } from './test-store.ts'

/** The same facts on the embedded store and on a real Postgres. */
export function describeEachStore(title: string, facts: (database: () => Database) => void) {
  describe.each(['embedded', 'postgres'] as const)(`${title}, %s`, (kind) => {
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

    facts(() => store.database)
  })
}

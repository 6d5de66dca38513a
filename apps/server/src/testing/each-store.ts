import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, vi } from 'vitest'
import { openStore, type Store, type StoreSettings } from '../accounts/open-store.ts'
import type { Database } from '../accounts/tables.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'

/** The same facts on the embedded store and on a real Postgres. */
export function describeEachStore(title: string, facts: (database: () => Database) => void) {
  // A database answers late while other tests keep the machine busy.
  vi.setConfig({ testTimeout: 30_000 })
  describe.each(['embedded', 'postgres'] as const)(`${title}, %s`, (kind) => {
    let store: Store
    let postgres: PostgresServer | null = null
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-store-'))

    beforeAll(async () => {
      if (kind === 'postgres') postgres = await startPostgres()
      const settings: StoreSettings =
        postgres === null
          ? { kind: 'embedded', dataFolder }
          : { kind: 'postgres', url: await postgres.createDatabase() }
      store = await openStore(settings)
    }, 60_000)
    afterAll(async () => {
      await store.close()
      await postgres?.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    })

    facts(() => store.database)
  })
}

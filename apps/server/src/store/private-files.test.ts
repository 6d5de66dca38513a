import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestStore } from '../testing/test-store.ts'
import { filesOf, openStore } from './open-store.ts'

/** The permissions of all folders and files in a folder. */
function modesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const modes = entries.map((entry) => {
    const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777
    return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`
  })
  return [...new Set(modes)].sort()
}

it('only the owner has access to the files of the embedded store, both old and new ones', async () => {
  const testStore = await createTestStore('embedded')
  if (testStore.settings.kind !== 'embedded') throw new Error('not the embedded store')
  const files = filesOf(testStore.settings.dataFolder)
  chmodSync(files, 0o755)
  const store = await openStore(testStore.settings)
  await sql`create table big as select generate_series(1, 1000) as i`.execute(store.database)
  await sql`vacuum full big`.execute(store.database)
  await sql`select pg_switch_wal()`.execute(store.database)
  await sql`checkpoint`.execute(store.database)
  expect(modesIn(files)).toEqual(['file 600', 'folder 700'])
  await store.close()
  expect(modesIn(files)).toEqual(['file 600', 'folder 700'])
  await testStore.remove()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'tar'
import { openPglite } from '../src/store/open-pglite.ts'

// Packs an unused embedded store into the build: see src/store/empty-store.ts.
const folder = mkdtempSync(path.join(tmpdir(), 'foyer-store-'))
try {
  const store = path.join(folder, 'store')
  const pglite = await openPglite(store)
  await pglite.close()
  const file = path.join(import.meta.dirname, '../dist/store/empty-store.tgz')
  await create({ file, cwd: store, gzip: true, portable: true, strict: true }, ['.'])
} finally {
  rmSync(folder, { recursive: true })
}

import nodeCrypto from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { create } from 'tar'
import { openPglite } from '../src/store/open-pglite.ts'

// Packs an unused embedded store into the build: see src/store/empty-store.ts. Two builds of the same sources are equal
// byte by byte. Postgres writes the time and random numbers into a new store, so here both are always the same. They are
// no secrets: every store that is unpacked from this build has them, and nothing connects to it over a network.

let now = Date.UTC(2026, 0, 1)
Date.now = () => (now += 1)
performance.now = () => (now += 1)
nodeCrypto.randomFillSync = (values: NodeJS.ArrayBufferView) => {
  if (values instanceof Uint8Array) values.fill(1)
  return values as never
}
syncBuiltinESMExports()

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-store-'))
try {
  const store = path.join(folder, 'store')
  const pglite = await openPglite(store)
  await pglite.close()
  const file = path.join(import.meta.dirname, '../dist/store/empty-store.tgz')
  const inOrder = readdirSync(store, { recursive: true, encoding: 'utf8' }).toSorted()
  const options = { gzip: true, portable: true, strict: true, noMtime: true, noDirRecurse: true }
  await create({ file, cwd: store, ...options }, ['.', ...inOrder])
} finally {
  rmSync(folder, { recursive: true })
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '@foyer/test-services/postgres-server'
import { openPglite } from '../store/open-pglite.ts'

/** Creates the slow parts once per test run. */
export default async function setUp(project: TestProject) {
  const [postgres, emptyStore] = await Promise.all([startPostgres(), findEmptyStore()])
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresSocketUrl', postgres.socketUrl)
  project.provide('emptyStore', emptyStore)
  return () => postgres.stop()
}

/** Kept for later runs, because creating it takes longer than most of them, and several runs need one. */
async function findEmptyStore(): Promise<string> {
  const cache = path.resolve(import.meta.dirname, '../../node_modules/.test')
  const store = path.join(cache, `empty-store-${hashOfCreator()}`)
  if (existsSync(store)) return store

  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'new-store-'))
  const pglite = await openPglite(folder)
  await pglite.close()
  try {
    renameSync(folder, store)
    return store
  } catch {
    // Another run was sooner.
    return existsSync(store) ? store : folder
  }
}

function hashOfCreator(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const files = [
    path.join(pglite, '../../package.json'),
    path.join(import.meta.dirname, '../store/open-pglite.ts'),
    path.join(import.meta.dirname, '../store/private-files.ts'),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

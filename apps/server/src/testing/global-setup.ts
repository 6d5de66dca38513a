import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '@foyer/test-services/postgres-server'
import { openPglite } from '../store/open-pglite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a Postgres in which each test can create its own database. */
    postgresUrl: string
    postgresSocketUrl: string
    /** An unused embedded store. Creating one takes seconds, copying it does not. */
    emptyStore: string
  }
}

/** Creates the slow parts once per test run. */
export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-tests-'))
  const emptyStore = path.join(folder, 'store')
  const [postgres] = await Promise.all([startPostgres(), makeEmptyStore(emptyStore)])
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresSocketUrl', postgres.socketUrl)
  project.provide('emptyStore', emptyStore)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

async function makeEmptyStore(folder: string) {
  const pglite = await openPglite(folder)
  await pglite.close()
}

import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { StoreSettings } from '../store/store-settings.ts'

export interface TestStore {
  settings: StoreSettings
  remove: () => Promise<void>
}

/** A new store for one test. */
export async function createTestStore(kind: StoreSettings['kind']): Promise<TestStore> {
  if (kind === 'postgres')
    return { settings: { kind, url: await createDatabase() }, remove: async () => {} }
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-store-'))
  cpSync(inject('emptyStore'), path.join(dataFolder, 'store'), { recursive: true })
  return {
    settings: { kind, dataFolder },
    remove: async () => rmSync(dataFolder, { recursive: true, force: true }),
  }
}

/** The URL of a new, empty database. */
export async function createDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${name}`)
  await client.end()
  url.pathname = name
  return url.href
}

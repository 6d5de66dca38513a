import { PGlite } from '@electric-sql/pglite'
import { PrivateFiles } from './private-files.ts'

/**
 * PGlite reserves 128 MB for its cache of table pages, as a Postgres on a server of its own does. The tables of
 * the embedded store are small, and the operating system caches their files too.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** Opens the database in a folder, or creates it. */
export function openPglite(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new PrivateFiles(folder), startParams })
}

import { existsSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'

/** The build writes it. A server that runs from its sources has none. */
const emptyStoreFile = fileURLToPath(new URL('empty-store.tgz', import.meta.url))

/**
 * Creates the folder of the embedded store from the one in the build. Otherwise PGlite creates a new database,
 * which takes seconds and 700 MB of memory. The folder appears only when it is complete: a server that is
 * stopped during its first start must not leave a store that cannot be opened.
 */
export async function unpackEmptyStore(folder: string, file = emptyStoreFile): Promise<void> {
  if (existsSync(folder) || !existsSync(file)) return
  const incomplete = `${folder}.incomplete`
  rmSync(incomplete, { recursive: true, force: true })
  await mkdir(incomplete, { mode: 0o700 })
  // Without `strict`, a file that cannot be written, because the disk is full, is left out without an error. Without
  // `sync`, other files are still being written after the error is reported.
  extract({ file, cwd: incomplete, strict: true, sync: true })
  renameSync(incomplete, folder)
}

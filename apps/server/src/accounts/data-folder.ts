import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync, linkSync } from 'node:fs'
import path from 'node:path'

/** Why the folder of the embedded store cannot be used; the text is for the operator. */
export class DataFolderError extends Error {
  readonly code: 'in-use' | 'unusable'

  constructor(code: DataFolderError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataFolderError'
    this.code = code
  }
}

/** Where one server keeps its store and its key; nobody else on the machine may look. */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be made or is not ours', { cause })
  }
}

/**
 * Two processes on the same files would destroy them. The lock names its holder, so that the lock of a
 * process that was killed is recognised and taken over.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = path.join(folder, 'lock')
  const own = path.join(folder, `lock.${process.pid}`)
  writeFileSync(own, String(process.pid), { mode: 0o600 })
  try {
    // A link appears with its content or not at all, and fails where one is.
    if (!tryLink(own, lock)) {
      const holder = lockHolder(folder)
      if (holder !== null)
        throw new DataFolderError('in-use', `FOYER_DATA is in use by process ${holder}`)
      rmSync(lock, { force: true })
      if (!tryLink(own, lock))
        throw new DataFolderError('in-use', 'FOYER_DATA is in use by another process')
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/** The living process that holds the folder, if any. */
export function lockHolder(folder: string): number | null {
  let pid: number
  try {
    pid = Number(readFileSync(path.join(folder, 'lock'), 'utf8'))
  } catch {
    return null
  }
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid) ? pid : null
}

/** Made at the first start and kept from then on: links and hashes made with it must outlive a restart. */
export function keepSigningKey(folder: string): Buffer {
  const file = path.join(folder, 'signing-key')
  const read = () => Buffer.from(readFileSync(file, 'utf8'), 'base64')
  try {
    return read()
  } catch {
    try {
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
    } catch (cause) {
      // Another command may have made it a moment ago.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'))
        throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause })
    }
    return read()
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause: error })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

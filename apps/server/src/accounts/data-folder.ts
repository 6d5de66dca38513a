import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { bytesOf, secretKey } from '../secret-key.ts'

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
 * Made at the first start and kept from then on: links and hashes made with it must outlive a restart.
 * What is no whole key is refused: with less than one, anybody could sign our links.
 */
export function keepSigningKey(folder: string): Buffer {
  const file = path.join(folder, 'signing-key')
  const own = path.join(folder, `signing-key.${process.pid}`)
  try {
    if (!existsSync(file)) {
      writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
      // Another command may have made it a moment ago: then that one stands.
      tryLink(own, file)
    }
    const key = readFileSync(file, 'utf8').trim()
    if (v.is(secretKey, key)) return bytesOf(key)
  } catch (cause) {
    throw new DataFolderError('unusable', 'FOYER_DATA cannot be written to', { cause })
  } finally {
    rmSync(own, { force: true })
  }
  throw new DataFolderError(
    'unusable',
    'FOYER_DATA holds a damaged signing-key: put it back from a backup, or remove it, which voids the links that are out',
  )
}

/** A link appears with its content or not at all, and fails where one is. */
export function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { tryLink } from '@foyer/node/folder-lock'
import { bytesOf, secretKey } from '../settings/secret-key.ts'
import { StoreError } from './store-error.ts'

/** Where one server keeps its store and its key; nobody else on the machine may look. */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new StoreError('folder-not-ours', { cause })
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
    throw new StoreError('folder-not-writable', { cause })
  } finally {
    rmSync(own, { force: true })
  }
  throw new StoreError('signing-key-damaged')
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { tryLink } from '@foyer/node/folder-lock'
import { makeFolder } from '@foyer/node/make-folder'
import { bytesOf, secretKey } from '../settings/secret-key.ts'
import { StoreError } from './store-error.ts'

/** Creates the folder for the store and the key of one server. Only its owner has access. */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new StoreError('folder-not-ours', { cause })
  }
}

/**
 * Reads the signing key, or creates it at the first start. Links and hashes that were made with it must stay
 * valid after a restart. A damaged file is refused: with a short or empty key, anyone could forge our links.
 */
export function loadSigningKey(folder: string): Buffer {
  const file = path.join(folder, 'signing-key')
  const own = path.join(folder, `signing-key.${process.pid}`)
  try {
    if (!existsSync(file)) {
      writeFileSync(own, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
      // Another process may have created it a moment ago. That key is then used.
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

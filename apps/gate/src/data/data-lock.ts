import { mkdirSync } from 'node:fs'
import { FolderLockError, lockFolder, type FolderLockErrorCode } from '@foyer/node/folder-lock'

const messages: Record<FolderLockErrorCode, string> = {
  'in-use': 'is in use by another gate. Stop it first, or give this one a directory of its own.',
  'not-writable': 'cannot be written to',
  'no-socket': 'cannot hold a socket. Use a local disk, and a path of less than 90 bytes.',
}

/**
 * Makes `GATE_DATA` this process's own, or throws. With two gates on it one would rewrite the list of
 * spent tokens while the other still adds to the file that is gone: after a restart, sessions that were
 * signed out would be good again.
 *
 * Resolves to what releases it.
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  try {
    const { server, release } = await lockFolder(directory)
    // Does not keep the process: what ends the gate ends the lock.
    server.unref()
    return release
  } catch (cause) {
    if (!(cause instanceof FolderLockError)) throw cause
    throw new Error(`--data / GATE_DATA: ${directory} ${messages[cause.code]}`, { cause })
  }
}

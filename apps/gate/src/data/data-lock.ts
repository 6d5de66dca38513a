import { FolderLockError, lockFolder, type FolderLockErrorCode } from '@foyer/node/folder-lock'
import { makeFolder } from '@foyer/node/make-folder'
import { errorCodeOf } from '@foyer/node/system-error'

const messages: Record<FolderLockErrorCode, string> = {
  'in-use': 'is in use by another gate. Stop it first, or give this one a directory of its own.',
  'not-writable': 'cannot be written to',
  'no-socket': 'cannot hold a socket. Use a local disk, and a path of less than 90 bytes.',
}

/**
 * Locks `GATE_DATA` for this process, or throws. Without the lock, a second gate could rewrite the list of spent tokens
 * while the first still appends to the replaced file. After a restart, sessions that were signed out would be valid
 * again.
 *
 * Resolves to a function that releases the lock.
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  try {
    makeFolder(directory)
  } catch (cause) {
    const reason = `cannot be made (${errorCodeOf(cause)})`
    throw new Error(`--data / GATE_DATA: ${directory} ${reason}`, { cause })
  }
  try {
    const { server, release } = await lockFolder(directory)
    // The lock does not keep the process running. It ends with the process.
    server.unref()
    return release
  } catch (cause) {
    if (!(cause instanceof FolderLockError)) throw cause
    throw new Error(`--data / GATE_DATA: ${directory} ${messages[cause.code]}`, { cause })
  }
}

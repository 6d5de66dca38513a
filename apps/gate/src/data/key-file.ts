import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '@foyer/node/make-folder'
import { errorCodeOf } from '@foyer/node/system-error'
import { DataError } from './data-error.ts'
import {
  createKeys,
  importKeys,
  keyFileText,
  parseKeyFile,
  type GateKeys,
  type StoredKeys,
} from './gate-keys.ts'

/** The file of a gate that has its keys in its own folder. */
export const keyFileIn = (directory: string) => join(directory, 'keys.json')

/** The keys of a file, or `undefined` if there is no file. Throws with a message for the operator. */
export function readKeyFile(path: string): StoredKeys[] | undefined {
  const text = readText(path)
  if (text === undefined) return undefined
  try {
    const keys = parseKeyFile(text)
    keys.forEach(importKeys)
    return keys
  } catch {
    // The parser's own message would quote the key.
    throw new DataError(`${path} is damaged. Restore it, or delete it to end every session.`)
  }
}

function readText(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  // Windows has no such mode. There, the permissions of the directory must protect the file. A secret that is mounted
  // from elsewhere often belongs to root, and may be readable by our group.
  const isOwn = stats.uid === process.getuid?.()
  const forbidden = isOwn ? 0o077 : 0o027
  if (process.platform !== 'win32' && (stats.mode & forbidden) !== 0) {
    throw new DataError(`${path} can be read by others. Run: chmod ${isOwn ? 600 : 640} ${path}`)
  }
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new DataError(`${path} cannot be read (${errorCodeOf(cause)})`, { cause })
  }
}

/** The keys in a gate's own folder. They are created at the first start. */
export function loadOwnKeys(directory: string, now: () => number): GateKeys[] {
  const path = keyFileIn(directory)
  const stored = readKeyFile(path)
  if (stored) return stored.map(importKeys)
  const first = [createKeys(now())]
  changeKeyFile(path, () => first)
  return first.map(importKeys)
}

/**
 * Replaces the file at once, so that no gate reads half of it. The draft exists only while a command works on the keys,
 * so that two commands cannot undo each other's change.
 */
export function changeKeyFile(
  path: string,
  change: (keys: readonly StoredKeys[]) => readonly StoredKeys[],
): void {
  const draft = openDraft(path)
  try {
    writeSync(draft, keyFileText(change(readKeyFile(path) ?? [])))
    fsyncSync(draft)
    renameSync(draftOf(path), path)
  } catch (error) {
    rmSync(draftOf(path), { force: true })
    throw error
  } finally {
    closeSync(draft)
  }
}

const draftOf = (path: string) => `${path}.draft`

function openDraft(path: string): number {
  try {
    makeFolder(dirname(path))
  } catch (cause) {
    throw new DataError(`${dirname(path)} cannot be made (${errorCodeOf(cause)})`, { cause })
  }
  try {
    return openSync(draftOf(path), 'wx', 0o600)
  } catch (cause) {
    throw new DataError(
      errorCodeOf(cause) === 'EEXIST'
        ? `${draftOf(path)} exists: another command is changing the keys. If none is, delete that file.`
        : `${path} cannot be written (${errorCodeOf(cause)})`,
      { cause },
    )
  }
}

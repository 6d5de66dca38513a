import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCodeOf } from './system-error.ts'

/**
 * Makes a folder that only its owner can use, and the folders above it. Throws the system's error. Node's own
 * `recursive` never ends where the system calls a folder missing whose parent is there, as everywhere below /proc.
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isFolder(folder)) return
    const parent = path.dirname(folder)
    if (errorCodeOf(error) !== 'ENOENT' || parent === folder || isFolder(parent)) throw error
    makeFolder(parent)
    makeFolder(folder)
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}

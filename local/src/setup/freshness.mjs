import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NOT_A_SOURCE = /^(node_modules|dist|\..*|.*\.test\.tsx?)$/

// npm writes the lock file and its record of the installation almost at the same time.
const NPM_WRITES_WITHIN_MS = 5_000

/**
 * npm records a finished install in `node_modules/.package-lock.json`; a lock file that
 * changed after that is not installed.
 *
 * @param {string} folder
 */
export function isInstalled(folder) {
  const installed = modifiedAt(join(folder, 'node_modules', '.package-lock.json'))
  return (
    installed !== null &&
    installed + NPM_WRITES_WITHIN_MS >= newest([join(folder, 'package-lock.json')])
  )
}

/**
 * @param {{ inputs: string[], outputs: string[] }} build files, or folders with all sources in them
 */
export function isBuilt({ inputs, outputs }) {
  const built = outputs.map(modifiedAt)
  const since = newest(inputs)
  return built.every((time) => time !== null && time >= since)
}

/**
 * A folder's own time counts too, because it changes when a file is deleted or renamed.
 *
 * @param {string[]} paths
 * @returns {number}
 */
function newest(paths) {
  return Math.max(0, ...paths.flatMap((path) => [modifiedAt(path) ?? 0, newest(sourcesIn(path))]))
}

/** @param {string} path */
function sourcesIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(path)
    .filter((name) => !NOT_A_SOURCE.test(name))
    .map((name) => join(path, name))
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

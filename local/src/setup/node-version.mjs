import { readFileSync } from 'node:fs'

// Without a library for version ranges: it runs before anything is installed.
const range = readRange(new URL('../../../package.json', import.meta.url))
const supported = range.split(' || ').map(readPart)

/** The major versions on which `npm test` runs the tests: one for each part of the range. */
export const testedMajors = supported.map(({ major }) => major)

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} what is wrong and what to do, or null when this Node will do
 */
export function nodeVersionError(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = supported.some(
    (oldest) =>
      (major === oldest.major && minor >= oldest.minor) || (major > oldest.major && oldest.isOpen),
  )
  if (isSupported) return null
  return `Foyer needs Node ${range}, and this is Node ${version}. Install a supported version from https://nodejs.org and start again.`
}

/** @param {URL} manifest a package.json */
function readRange(manifest) {
  /** @type {{ engines: { node: string } }} */
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'))
  return engines.node
}

/** @param {string} part `^20.19`, which ends at the next major version, or `>=24.0`, which is open */
function readPart(part) {
  const [, sign, major, minor] = /^(\^|>=)(\d+)\.(\d+)$/.exec(part) ?? []
  if (!sign) throw new Error(`The Node range "${part}" in package.json is neither ^X.Y nor >=X.Y.`)
  return { major: Number(major), minor: Number(minor), isOpen: sign === '>=' }
}

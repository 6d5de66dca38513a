const OLDEST = { major: 20, minor: 19 }

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} what is wrong and what to do, or null when this Node will do
 */
export function nodeVersionError(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return null
  return `Foyer needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is Node ${version}. Install a current one from https://nodejs.org and start again.`
}

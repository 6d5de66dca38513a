import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The path of npm's script, which this Node can run: `npm` itself is a shell script on Windows.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} nodePath
 * @returns {string | null}
 */
export function findNpm(env, nodePath) {
  const folder = dirname(nodePath)
  const candidates = [
    env['npm_execpath'],
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ]
  return candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path)) ?? null
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { testedMajors } from '../../../local/src/setup/node-version.mjs'

const source = join(import.meta.dirname, '../../node-versions')

/**
 * Half a gigabyte, so one copy serves all clones. It is outside of them also because the packages have a command named
 * `node`, which npm's scripts would take for the real one.
 */
const cache = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'foyer',
  `node-${hashOf(join(source, 'package-lock.json'))}`,
)

/** The tested versions, without the one that runs this. */
export const otherMajors = testedMajors.filter((major) => !isRunning(major))

/** Downloads the tested versions of Node where one is missing. What could not be had, `findNode` does not find. */
export async function installNodes(npm: string): Promise<void> {
  if (otherMajors.every((major) => findNode(major) !== null)) return
  mkdirSync(cache, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(source, file), join(cache, file))
  }
  const install = ['ci', '--prefix', cache, '--ignore-scripts', '--no-audit', '--no-fund']
  await once(spawn(process.execPath, [npm, ...install], { stdio: 'ignore' }), 'close')
}

/** The path of a Node of this major version, or null. `FOYER_NODE_22` wins when it is set. */
export function findNode(major: number): string | null {
  if (isRunning(major)) return process.execPath
  const named = process.env[`FOYER_NODE_${major}`]
  if (named) return named
  const { platform, arch } = process
  const folder = join(cache, 'node_modules', `node-${major}-${platform}-${arch}`, 'bin')
  const path = join(folder, platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : null
}

function isRunning(major: number): boolean {
  return process.versions.node.startsWith(`${major}.`)
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, isInstalled } from './freshness.mjs'
import { findNpm } from './npm.mjs'
import { onEnd } from './on-end.mjs'
import { endTree, startNode } from './process-tree.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const emulator = join(root, 'local', 'emulator')

const build = {
  inputs: [
    'packages',
    'apps',
    'tools/src/build.ts',
    'tools/src/notices.ts',
    'tools/src/notices',
    'tools/licences',
    'tsconfig.base.json',
    'tsconfig.build.json',
  ].map((path) => join(root, path)),
  outputs: ['apps/login/dist/index.html', 'apps/server/dist/main.js', 'apps/gate/dist/main.js'].map(
    (path) => join(root, path),
  ),
}

/** @typedef {import('./progress.mjs').Progress} Progress */

/**
 * Installs and builds everything that is missing or out of date. Does not build if the caller does.
 *
 * @param {{ progress: Progress, builds?: boolean }} options
 * @returns {Promise<boolean>} whether everything is ready; if not, the reason has been printed
 */
export async function setUp({ progress, builds = true }) {
  const npm = findNpm(process.env, process.execPath)
  if (npm === null) {
    progress.fail(
      'npm was not found beside this Node. Install Node from https://nodejs.org, or run `npm start`.',
    )
    return false
  }
  const running = trackChildren()
  const step = async (
    /** @type {string} */ name,
    /** @type {string[]} */ args,
    /** @type {string} */ cwd,
  ) => progress.step(name, () => runNpm([npm, ...args], cwd, running))

  try {
    await Promise.all([
      (async () => {
        if (!isInstalled(root))
          await step('Installing packages', ['ci', '--no-audit', '--no-fund'], root)
        if (builds && !isBuilt(build)) await step('Building', ['run', 'build'], root)
      })(),
      (async () => {
        // Its optional packages compile native code, which needs a compiler. It works without them.
        const args = ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
        if (!isInstalled(emulator)) await step('Installing the identity emulator', args, emulator)
      })(),
    ])
    return true
  } catch (error) {
    running.end()
    progress.fail(error instanceof Error ? error.message : String(error))
    return false
  } finally {
    running.release()
  }
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {ReturnType<typeof trackChildren>} running
 */
async function runNpm(args, cwd, running) {
  const child = startNode(args, { cwd, env: process.env })
  running.add(child)
  let output = ''
  const keep = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString()).slice(-8_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0)
    throw new Error(`\`npm ${args.slice(1).join(' ')}\` failed:\n\n${output.trimEnd()}`)
}

/** Tracks the running npm processes. A signal ends them, their child processes and this process. */
function trackChildren() {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const children = new Set()
  const end = () => {
    for (const child of children) endTree(child, 'SIGTERM')
  }
  const leave = () => {
    end()
    process.exit(130)
  }
  return {
    add: (/** @type {import('node:child_process').ChildProcess} */ child) => {
      children.add(child)
      child.once('close', () => children.delete(child))
    },
    end,
    release: onEnd(leave, process.env),
  }
}

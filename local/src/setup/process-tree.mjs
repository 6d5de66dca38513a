import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const watchdog = new URL('./leave-with-parent.mjs', import.meta.url).href
const isWindows = process.platform === 'win32'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Starts a Node program that dies with us: with its children when `endTree` is called, and by
 * itself when this process vanishes without a word (kill -9, a closed laptop lid that drains).
 *
 * @param {string[]} args what follows `node`
 * @param {{ cwd: string | URL, env: NodeJS.ProcessEnv }} options
 * @returns {ChildProcess} stdout and stderr are piped
 */
export function startNode(args, { cwd, env }) {
  return spawn(process.execPath, ['--import', watchdog, ...args], {
    cwd: typeof cwd === 'string' ? cwd : fileURLToPath(cwd),
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group: Ctrl-C reaches us alone, and we stop the parts in order.
    // Windows has no groups, and `detached` would open a console window there.
    detached: !isWindows,
    windowsHide: true,
  })
}

/**
 * Signals the child and everything it started. A tree that has ended already is not an error.
 *
 * @param {ChildProcess} child
 * @param {'SIGINT' | 'SIGTERM' | 'SIGKILL'} signal
 */
export function endTree(child, signal) {
  if (child.pid === undefined) return
  if (isWindows) {
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** @param {unknown} error */
function isGone(error) {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}

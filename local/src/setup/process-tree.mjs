import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const watchdog = new URL('./leave-with-parent.mjs', import.meta.url).href
const isWindows = process.platform === 'win32'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * Starts a Node program that ends with this process: with its child processes when `endTree` is called, and
 * by itself if this process ends without cleaning up (for example after kill -9).
 *
 * @param {string[]} args the arguments of `node`
 * @param {{ cwd: string | URL, env: NodeJS.ProcessEnv }} options
 * @returns {ChildProcess} stdout and stderr are piped
 */
export function startNode(args, { cwd, env }) {
  return spawn(process.execPath, ['--import', watchdog, ...args], {
    cwd: typeof cwd === 'string' ? cwd : fileURLToPath(cwd),
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A separate process group: only this process gets Ctrl-C, and it stops the parts in order. Windows has
    // no process groups, and `detached` would open a console window there.
    detached: !isWindows,
    windowsHide: true,
  })
}

/**
 * Sends a signal to the child and all processes that it started. If they have already ended, nothing happens.
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

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const LOOK_EVERY_MS = 500

/**
 * Calls `end` when the process should stop, possibly more than once: after Ctrl-C, both the terminal and npm
 * send a signal. Under npm there is also a shell in between, which ends after a signal without forwarding it.
 * This process then only sees that its parent has changed.
 *
 * @param {() => void} end
 * @param {NodeJS.ProcessEnv} env
 * @returns {() => void} removes the listeners
 */
export function onEnd(end, env) {
  for (const signal of SIGNALS) process.on(signal, end)
  const parent = process.ppid
  const isFromNpm = env['npm_lifecycle_event'] !== undefined
  const watch = setInterval(() => {
    if (isFromNpm && process.ppid !== parent) end()
  }, LOOK_EVERY_MS)
  watch.unref()
  return () => {
    for (const signal of SIGNALS) process.off(signal, end)
    clearInterval(watch)
  }
}

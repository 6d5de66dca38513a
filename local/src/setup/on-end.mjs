const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const LOOK_EVERY_MS = 500

/**
 * Calls back when somebody wants the end, perhaps more than once: npm passes on the Ctrl-C that the
 * terminal has sent already. Started by npm there is a shell between, which dies of a signal
 * without passing it on; all that is to be seen then is that our parent has changed.
 *
 * @param {() => void} end
 * @param {NodeJS.ProcessEnv} env
 * @returns {() => void} stops listening
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

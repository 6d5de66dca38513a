const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const CLEAR_LINE = '\r\u001b[2K'

/**
 * @typedef {object} Progress
 * @property {<T>(name: string, work: () => Promise<T>, isGood?: (result: T) => boolean) => Promise<T>} step shows the work while it lasts; steps may overlap
 * @property {(text: string) => void} print a plain paragraph
 * @property {(reason: string) => void} fail a paragraph to stand out
 */

/**
 * In a terminal, one line shows the running steps and is updated. In a pipe, there is a plain line for each
 * step.
 *
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} out
 * @param {() => number} [now] milliseconds
 * @returns {Progress}
 */
export function createProgress(out, now = Date.now) {
  const live = out.isTTY === true
  /** @type {Map<string, number>} */
  const running = new Map()
  let frame = 0
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  const seconds = (/** @type {number} */ since) => `${Math.round((now() - since) / 1000)} s`
  const line = (/** @type {string} */ text) => out.write(`${live ? CLEAR_LINE : ''}${text}\n`)
  const draw = () => {
    if (running.size === 0) return
    const steps = [...running].map(([name, since]) => `${name} ${seconds(since)}`)
    // A line that wraps could not be cleared.
    const text = steps.join(' · ').slice(0, (out.columns ?? 80) - 3)
    out.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length]} ${text}`)
  }

  return {
    async step(name, work, isGood = () => true) {
      const since = now()
      running.set(name, since)
      if (live) timer ??= setInterval(draw, 120)
      else line(`… ${name}`)
      let mark = '✗'
      try {
        const result = await work()
        if (isGood(result)) mark = '✓'
        return result
      } finally {
        running.delete(name)
        line(`${mark} ${name} (${seconds(since)})`)
        if (running.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
      }
    },
    print: (text) => line(text),
    fail: (reason) => line(`\n${reason}\n`),
  }
}

// A clock that steps can advance. It replaces the page's time and timers before a library reads them.

const RealDate = Date
const setRealTimeout = window.setTimeout.bind(window)
const clearRealTimeout = window.clearTimeout.bind(window)

let ahead = 0
const timers = new Map<number, { readonly due: number; readonly run: () => void }>()

const now = () => RealDate.now() + ahead

window.Date = class extends RealDate {
  constructor(...args: [] | [number | string]) {
    if (args.length === 0) super(now())
    else super(...args)
  }

  static override now = now
} as DateConstructor

Object.assign(window, {
  setTimeout(handler: () => void, delay = 0) {
    const run = () => {
      timers.delete(id)
      clearRealTimeout(id)
      handler()
    }
    const id = setRealTimeout(run, delay)
    timers.set(id, { due: now() + delay, run })
    return id
  },
  clearTimeout(id: number) {
    timers.delete(id)
    clearRealTimeout(id)
  },
})

/** Advances the page's time and runs the timers that are due. */
export function moveOn(seconds: number): void {
  ahead += seconds * 1000
  const due = [...timers.values()].filter((timer) => timer.due <= now())
  for (const { run } of due.sort((a, b) => a.due - b.due)) run()
}

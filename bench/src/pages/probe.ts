/** What a page reports of itself; times in ms from the start of its navigation. */
export interface ProbeReport {
  readonly button: number | null
  readonly firstPaint: number | null
  readonly longTasks: readonly { readonly startTime: number; readonly duration: number }[]
  readonly layoutShift: number
}

declare global {
  interface Window {
    /** Not set for a visit that does not press the button. */
    benchPresses?: boolean
    benchReport: () => ProbeReport
  }
}

// Runs in the page first. In each frame it looks for the button that names Google: enabled, at least half opaque and
// not covered. It records when that frame is painted and presses the button at the same moment.
if (window === window.top) watch()

function watch(): void {
  let button: number | null = null
  const longTasks: { startTime: number; duration: number }[] = []
  let layoutShift = 0

  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  }
  observe('longtask', ({ startTime, duration }) => {
    longTasks.push({ startTime, duration })
  })
  observe('layout-shift', (entry) => {
    const { value } = entry as PerformanceEntry & { value: number }
    layoutShift += value
  })

  const opacityOf = (element: Element | null): number =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1
  const isSeen = (element: HTMLElement): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (opacityOf(element) < 0.5) return false
    const { left, top, width, height } = element.getBoundingClientRect()
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(topmost)
  }
  const checkFrame = (): void => {
    const found = [...document.querySelectorAll('button')].find((element) => {
      return (element.textContent ?? '').includes('Google') && !element.disabled && isSeen(element)
    })
    if (!found) {
      requestAnimationFrame(checkFrame)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      button = performance.now()
      if (window.benchPresses !== false) found.click()
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(checkFrame)

  window.benchReport = () => ({
    button,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
    longTasks,
    layoutShift,
  })
}

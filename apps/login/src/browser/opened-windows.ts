const pollMs = 250

/**
 * Calls back each time a window that the page opened is closed. The SDK opens windows, and would notice only seconds
 * later.
 */
export function whenOpenedWindowCloses(
  page: Pick<Window, 'open' | 'setInterval' | 'clearInterval'>,
  callback: () => void,
): void {
  const open = page.open.bind(page)
  page.open = (...how: Parameters<typeof open>) => {
    const opened = open(...how)
    if (opened === null) return null
    // No event reports it, because the window belongs to another origin.
    const timer = page.setInterval(() => {
      if (!opened.closed) return
      page.clearInterval(timer)
      callback()
    }, pollMs)
    return opened
  }
}

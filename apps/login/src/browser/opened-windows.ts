const pollMs = 250

/**
 * Calls back each time a window that the page has opened is closed again: whoever has it opened by a
 * library never sees it, and learns of its end seconds later.
 */
export function whenOpenedWindowCloses(
  page: Pick<Window, 'open' | 'setInterval' | 'clearInterval'>,
  callback: () => void,
): void {
  const open = page.open.bind(page)
  page.open = (...how: Parameters<typeof open>) => {
    const opened = open(...how)
    if (opened === null) return null
    // No event tells it, and the window belongs to another origin.
    const timer = page.setInterval(() => {
      if (!opened.closed) return
      page.clearInterval(timer)
      callback()
    }, pollMs)
    return opened
  }
}

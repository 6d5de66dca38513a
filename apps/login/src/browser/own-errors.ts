/**
 * Calls back for errors that nothing caught in the page's own scripts. The scripts of browser extensions report
 * their errors at the same window, and these say nothing about the page.
 *
 * @param isStarted whether React shows the page, and an error is no reason to replace it: React also reports errors that
 *   it has recovered from, such as a hydration mismatch. After any other error it removes the page.
 */
export function whenOwnScriptFails(
  window: Window,
  isStarted: () => boolean,
  callback: () => void,
): void {
  const scripts = `${location.origin}/assets/`
  const tell = (place: unknown): void => {
    if (String(place).includes(scripts) && !isStarted()) callback()
  }
  window.addEventListener('error', ({ filename }) => tell(filename))
  window.addEventListener('unhandledrejection', ({ reason }) =>
    tell((reason as Error | undefined)?.stack),
  )
}

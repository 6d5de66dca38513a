/**
 * Calls back for errors that nothing caught in the page's own scripts. The scripts of browser extensions report
 * their errors at the same window, and these say nothing about the page.
 *
 * @param isStarted whether the page works already, and an error is no reason to replace it
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

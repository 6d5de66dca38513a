import type { BrowserContext } from '@playwright/test'

/**
 * Watches where the controls of the sign-in page are, in each frame in which something may have moved. A step may put its controls anywhere, but while
 * it is shown, none of them may move: not when a message appears, not while something is checked, and not when a
 * countdown ends. A message moves the heading up, and the button beside the company's name with it.
 *
 * @returns the moves so far, in all pages of the context. Chromium only
 */
export async function watchMoves(context: BrowserContext): Promise<() => readonly string[]> {
  const moves: string[] = []
  await context.exposeBinding('reportMove', (_source, move: string) => void moves.push(move))
  await context.addInitScript(watch)
  return () => moves
}

/** Runs in the page. */
function watch(): void {
  interface Place {
    x: number
    y: number
  }
  const report = Reflect.get(window, 'reportMove') as (move: string) => void
  let shown = ''
  let places = new Map<HTMLElement, Place>()
  let isRequested = false

  /** To look in each frame would make the browser draw all of them. */
  function lookInNextFrame(): void {
    if (isRequested) return
    isRequested = true
    requestAnimationFrame(look)
  }

  function look(): void {
    isRequested = false
    const frame = document.querySelector<HTMLElement>('#root .page')
    const heading = frame?.querySelector('h1')?.textContent
    // Another language has other words, and another window size another layout.
    const now = [
      frame?.dataset['screen'],
      heading,
      document.documentElement.lang,
      innerWidth,
    ].join()
    const found = new Map(controlsIn(frame).map((control) => [control, placeOf(control)]))
    if (now === shown) {
      for (const [control, { x, y }] of found) {
        const before = places.get(control)
        // Chromium counts less than 3 px as no shift: positions are rounded.
        if (before && Math.max(Math.abs(before.x - x), Math.abs(before.y - y)) > 2)
          report(
            `${now}: ${control.outerHTML.slice(0, 120)} moved from ${before.x},${before.y} to ${x},${y}`,
          )
      }
    }
    shown = now
    places = found
    for (const element of frame?.querySelectorAll('main, main *') ?? []) sizes.observe(element)
  }

  function controlsIn(frame: HTMLElement | null): HTMLElement[] {
    const all = frame?.querySelectorAll<HTMLElement>('main :is(a, button, input, select)') ?? []
    return [...all].filter(
      (control) => control.offsetParent !== null && !control.closest('.heading'),
    )
  }

  /** In the document, without transforms: a step may appear with a transition. */
  function placeOf(control: HTMLElement): Place {
    const place = { x: 0, y: 0 }
    for (let at: Element | null = control; at instanceof HTMLElement; at = at.offsetParent) {
      place.x += at.offsetLeft
      place.y += at.offsetTop
    }
    return place
  }

  // Whatever moves a control changes the document or the size of an element around it.
  const sizes = new ResizeObserver(lookInNextFrame)
  new MutationObserver(lookInNextFrame).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  })
  addEventListener('resize', lookInNextFrame)
  document.addEventListener('load', lookInNextFrame, true)
}

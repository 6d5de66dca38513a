/** A page that is still here after this time was not left: the link opened a mail program, or the user stopped it. */
const longestMs = 30_000

/** Whether the browser is on its way from this page to another document. */
export interface Leaving {
  isLeaving: () => boolean
  /** Resolves when the user is on this page again, from the back/forward cache, or did not leave it. */
  whenBack: () => Promise<void>
  /** Leaves for another document. */
  to: (url: string) => void
}

/** After so long, a user whose page has not left can try again: the browser may have been stopped on its way, and no event says so. */
export const patienceMs = 10_000

type LeavingWindow = Pick<Window, 'addEventListener'> & { location: Pick<Location, 'assign'> }

/**
 * A page that is being left still runs until the other document arrives, and some engines end its requests before. Such
 * a request has not failed: a reload for it would cancel the way to the provider. Safari on iOS does not announce that
 * it leaves, so our own departures are noted too.
 *
 * @param onLeave called at a departure of the page's own. Its result is called if the page is still here some time later
 */
export function watchLeaving(window: LeavingWindow, onLeave: () => () => void): Leaving {
  let isLeaving = false
  const note = (): void => {
    isLeaving = true
  }
  window.addEventListener('beforeunload', note)
  const stay = (): void => {
    isLeaving = false
  }
  window.addEventListener('pageshow', stay)
  return {
    isLeaving: () => isLeaving,
    whenBack: () =>
      new Promise<unknown>((resolve) => {
        window.addEventListener('pageshow', resolve, { once: true })
        setTimeout(resolve, longestMs)
      }).then(stay),
    to(url) {
      note()
      window.location.assign(url)
      setTimeout(onLeave(), patienceMs)
    },
  }
}

import { withoutParameter } from '../browser/without-parameter.ts'

/** The location of the browser, and the ways to change it. */
export interface Page {
  search: () => string
  path: () => string
  /** Shows another path of this page, with the same query and hash, so that the request is not lost. */
  moveTo: (path: string) => void
  /** Returns to a sign-in request that this browser has stored: its query, on the sign-in page. */
  resume: (search: string) => void
  /** Leaves for a URL that the config or the engine has validated. */
  leave: (url: string) => void
  reload: () => void
  /** Calls back once when the browser is online again. */
  whenBackOnline: (callback: () => void) => void
  /** Calls back once when the user has moved to another request in the history. */
  whenMoved: (callback: () => void) => void
}

/** @param leave `Leaving`'s `to` */
export function createPage(window: Window, leave: Page['leave']): Page {
  const { location, history, navigator } = window
  return {
    search: () => location.search,
    path: () => location.pathname,
    moveTo: (path) =>
      history.replaceState(history.state, '', `${path}${location.search}${location.hash}`),
    resume: (search) => history.replaceState(history.state, '', `/${search}`),
    leave,
    reload: () => location.reload(),
    whenBackOnline(callback) {
      if (!navigator.onLine) window.addEventListener('online', callback, { once: true })
    },
    whenMoved(callback) {
      const requestIn = ({ search }: Location): string => withoutParameter(search, 'lang')
      const request = requestIn(location)
      window.addEventListener('popstate', function hear() {
        // A link within the page changes the history too, and choosing a language changes the URL.
        if (requestIn(location) === request) return
        window.removeEventListener('popstate', hear)
        callback()
      })
    },
  }
}

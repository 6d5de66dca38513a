import type { Ports } from './ports/ports.ts'

const mobile = /android|webos|iphone|ipad|ipod|blackberry|windows phone|iemobile/i

/** Whether requests get the longer time of mobile networks. */
export function isMobile(userAgent: string): boolean {
  return mobile.test(userAgent)
}

/** The only file that touches the window. */
export function browserPorts(): Ports {
  return {
    fetch: (url, init) => fetch(url, init),
    clock: {
      now: () => Date.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    page: {
      url: () => new URL(location.href),
      historyState: () => history.state,
      push(url, historyState) {
        history.pushState(historyState, '', url)
        window.dispatchEvent(
          new CustomEvent('pushstate', { bubbles: true, detail: { data: historyState } }),
        )
      },
      assign: (url) => location.assign(url),
      onPop: (callback) => listen('popstate', callback),
      onPush: (callback) => listen('pushstate', callback),
      ready: () =>
        document.readyState === 'loading'
          ? new Promise((resolve) => {
              document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
            })
          : Promise.resolve(),
      isCrossOriginFrame,
      isMobile: () => isMobile(navigator.userAgent),
    },
    storage: {
      // Reading `localStorage` itself throws where site data is blocked, so it is read at each use.
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
  }
}

// Capturing, so that a handler of the page which stops the event does not stop the flow.
function listen(event: 'popstate' | 'pushstate', callback: () => void): () => void {
  window.addEventListener(event, callback, { capture: true })
  return () => window.removeEventListener(event, callback, { capture: true })
}

/** Every ancestor counts: a frame of our own inside a stranger's page is a stranger's page (D8). */
function isCrossOriginFrame(): boolean {
  try {
    let frame: Window = window
    while (frame !== frame.parent) {
      frame = frame.parent
      if (frame.location.origin !== location.origin) return true
    }
    return false
  } catch {
    return true
  }
}

import type { Runtime } from './interfaces/runtime.ts'

const mobile = /android|webos|iphone|ipad|ipod|blackberry|windows phone|iemobile/i

/** Whether requests get the longer time limit for mobile networks. */
export function isMobile(userAgent: string): boolean {
  return mobile.test(userAgent)
}

/** The runtime of a real browser. No other file of the engine uses `window`. */
export function browserRuntime(): Runtime {
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
              document.addEventListener('DOMContentLoaded', () => resolve())
            })
          : Promise.resolve(),
      isCrossOriginFrame,
      isMobile: () => isMobile(navigator.userAgent),
    },
    storage: {
      // If site data is blocked, reading `localStorage` throws. So each call reads it, and the caller can catch the
      // error.
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, value) => localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
  }
}

// Capturing, because a listener of the page may stop the event.
function listen(event: 'popstate' | 'pushstate', callback: () => void): () => void {
  window.addEventListener(event, callback, { capture: true })
  return () => window.removeEventListener(event, callback, { capture: true })
}

/** Checks every ancestor: another site may embed a frame of our own, which then embeds this page (D8). */
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

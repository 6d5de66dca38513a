/** Everything the engine needs from the world around it. `browser.ts` is the real one. */
export interface Ports {
  /** May answer from a request that the page sent before the engine was there. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly page: Page
  readonly storage: KeyValueStore
}

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back once after so many milliseconds; returns what cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export interface Page {
  readonly url: () => URL
  readonly historyState: () => unknown
  /** Adds a history entry without leaving the page, and tells the page's own router about it. */
  readonly push: (url: string, historyState: unknown) => void
  /** Leaves the page. */
  readonly assign: (url: string) => void
  /** The user went back or forward to another entry of this page. Returns what stops listening. */
  readonly onPop: (callback: () => void) => () => void
  /** This page added an entry. Returns what stops listening. */
  readonly onPush: (callback: () => void) => () => void
  /** Resolves when the handler may touch the document. */
  readonly ready: () => Promise<void>
  readonly isCrossOriginFrame: () => boolean
  readonly isMobile: () => boolean
}

/** Web storage, whose every call may throw. */
export interface KeyValueStore {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

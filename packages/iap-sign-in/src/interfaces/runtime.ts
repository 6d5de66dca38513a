/** Everything that the engine needs from its environment. `browser.ts` implements it for a real browser. */
export interface Runtime {
  /** May use the response to a request that the page sent before the engine was loaded. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly page: Page
  readonly storage: KeyValueStore
}

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back once after this time. Returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export interface Page {
  readonly url: () => URL
  readonly historyState: () => unknown
  /** Adds a history entry without leaving the page, and notifies the page's own router. */
  readonly push: (url: string, historyState: unknown) => void
  /** Leaves the page. */
  readonly assign: (url: string) => void
  /**
   * Called when the user goes back or forward to another entry of this page. Returns a function that stops listening.
   */
  readonly onPop: (callback: () => void) => () => void
  /** Called when this page adds an entry. Returns a function that stops listening. */
  readonly onPush: (callback: () => void) => () => void
  /** Resolves when the handler may use the document. */
  readonly ready: () => Promise<void>
  readonly isCrossOriginFrame: () => boolean
  readonly isMobile: () => boolean
}

/** Web storage. Every call may throw. */
export interface KeyValueStore {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
  readonly removeItem: (key: string) => void
}

import type { Runtime } from '../interfaces/runtime.ts'

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly credentials: string | undefined
  readonly cache: string | undefined
}

type Answer = (request: SentRequest) => Response | Promise<Response>

interface Entry {
  readonly url: URL
  readonly state: unknown
}

/** A browser page in memory, with its history, clock and storage, and the servers that it can reach. */
export class MemoryBrowser {
  time = 1_800_000_000_000
  isCrossOriginFrame = false
  isMobile = false
  isStorageBlocked = false
  readonly stored = new Map<string, string>()
  readonly sent: SentRequest[] = []
  readonly assigned: string[] = []
  readonly runtime: Runtime
  readonly #answers = new Map<string, Answer>()
  readonly #timers = new Set<{ at: number; callback: () => void }>()
  readonly #onPop = new Set<() => void>()
  readonly #onPush = new Set<() => void>()
  #entries: Entry[]
  #position = 0

  constructor(url: string) {
    this.#entries = [{ url: new URL(url), state: null }]
    this.runtime = {
      fetch: (url, init) => this.#fetch(url, init),
      clock: {
        now: () => this.time,
        after: (milliseconds, callback) => {
          const timer = { at: this.time + milliseconds, callback }
          this.#timers.add(timer)
          return () => this.#timers.delete(timer)
        },
      },
      page: {
        url: () => new URL(this.#entry.url),
        historyState: () => this.#entry.state,
        push: (url, state) => this.push(url, state),
        assign: (url) => this.assigned.push(url),
        onPop: (callback) => listen(this.#onPop, callback),
        onPush: (callback) => listen(this.#onPush, callback),
        ready: () => Promise.resolve(),
        isCrossOriginFrame: () => this.isCrossOriginFrame,
        isMobile: () => this.isMobile,
      },
      storage: {
        getItem: (key) => this.#storage().get(key) ?? null,
        setItem: (key, value) => this.#storage().set(key, value),
        removeItem: (key) => this.#storage().delete(key),
      },
    }
  }

  get #entry(): Entry {
    const entry = this.#entries[this.#position]
    if (!entry) throw new Error('The history has no entry there.')
    return entry
  }

  /** The timers that have neither run nor been cancelled. */
  get pendingTimers(): number {
    return this.#timers.size
  }

  get url(): string {
    return this.#entry.url.href
  }

  get historyState(): unknown {
    return this.#entry.state
  }

  /** Sets the response for a URL without its query. A request to any other URL fails like one without a network. */
  serve(url: string, answer: Answer): void {
    this.#answers.set(url, answer)
  }

  push(url: string, state: unknown = null): void {
    const entry = { url: new URL(url, this.#entry.url), state: structuredClone(state) }
    this.#entries = [...this.#entries.slice(0, this.#position + 1), entry]
    this.#position += 1
    for (const callback of this.#onPush) callback()
  }

  back(): void {
    this.#position -= 1
    for (const callback of this.#onPop) callback()
  }

  wait(milliseconds: number): void {
    this.time += milliseconds
    for (const timer of this.#timers) {
      if (timer.at > this.time) continue
      this.#timers.delete(timer)
      timer.callback()
    }
  }

  #storage(): Map<string, string> {
    if (this.isStorageBlocked) throw new Error('SecurityError')
    return this.stored
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
      cache: init.cache,
    }
    this.sent.push(request)
    const answer = this.#answers.get(url.replace(/\?.*/s, ''))
    if (!answer) throw new TypeError('Failed to fetch')
    return Promise.race([answer(request), aborted(init.signal)])
  }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('AbortError')))
  })
}

function listen(callbacks: Set<() => void>, callback: () => void): () => void {
  callbacks.add(callback)
  return () => callbacks.delete(callback)
}

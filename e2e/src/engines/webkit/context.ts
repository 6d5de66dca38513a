import * as v from 'valibot'
import type { FlowContext, FlowPage } from '../api/flow.ts'
import { WebKitPage } from './page.ts'
import { poll } from './poll.ts'
import { startProxy } from './proxy.ts'
import type { Proxy } from './proxy.ts'
import { runInPage } from './script.ts'
import type { Method, Session } from './web-driver.ts'

export interface ContextOptions {
  viewport: { width: number; height: number }
  locale: string
  userAgent: string
  isDark: boolean
  preventsTracking: boolean
  /** Another proxy behind ours, for `https`. */
  proxy: { server: string } | null
}

/** What the window is started with. */
export interface WindowOptions extends Omit<ContextOptions, 'proxy'> {
  scripts: readonly string[]
  proxy: string
}

export type StartSession = (
  options: WindowOptions,
  onLine: (line: string) => void,
) => Promise<Session>

/** A browser with storage of its own. Its session starts with the first page load. */
export class WebKitContext implements FlowContext {
  readonly #start: StartSession
  readonly #options: ContextOptions
  readonly #proxy: Promise<Proxy>
  readonly #scripts: string[] = []
  readonly #pages: WebKitPage[] = []
  #session: Promise<Session> | null = null
  /** All windows that have a page. */
  readonly #windows = new Set<string>()
  #currentWindow: string | null = null
  /** The driver's commands go to one current window, so they run one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(start: StartSession, options: ContextOptions) {
    this.#start = start
    this.#options = { ...options }
    this.#proxy = startProxy((request) => {
      for (const page of this.#pages) page.emit('request', request)
    }, options.proxy?.server)
  }

  newPage(): Promise<WebKitPage> {
    return Promise.resolve(this.#add(new WebKitPage(this)))
  }

  /** May be called again. */
  async close(): Promise<void> {
    const session = this.#session
    this.#session = null
    if (session !== null) await (await session).end()
    const proxy = await this.#proxy
    proxy.close()
  }

  async setOffline(isOffline: boolean): Promise<void> {
    const proxy = await this.#proxy
    proxy.setOffline(isOffline)
  }

  async cookies(_url: string): Promise<{ name: string; value: string }[]> {
    return v.parse(Cookies, await this.#sendToLast('GET', '/cookie'))
  }

  async clearCookies({ name }: { name?: string } = {}): Promise<void> {
    await this.#sendToLast(
      'DELETE',
      name === undefined ? '/cookie' : `/cookie/${encodeURIComponent(name)}`,
    )
  }

  async route(...[pattern, handler]: Parameters<FlowPage['route']>): Promise<void> {
    const proxy = await this.#proxy
    proxy.route(pattern, handler)
  }

  async unroute(pattern: string): Promise<void> {
    const proxy = await this.#proxy
    proxy.unroute(pattern)
  }

  async lastRequests(): Promise<string> {
    const proxy = await this.#proxy
    return String(proxy.journal)
  }

  addScript(script: string): void {
    if (this.#session !== null) {
      throw new Error('Not supported by this driver: addInitScript after the first page load')
    }
    this.#scripts.push(script)
  }

  resize(viewport: ContextOptions['viewport']): void {
    if (this.#session !== null) {
      throw new Error('Not supported by this driver: setViewportSize for a second page')
    }
    Object.assign(this.#options, { viewport })
  }

  run(window: string, expression: string): ReturnType<typeof runInPage> {
    return this.#inTurn(window, (session) => runInPage(session, expression))
  }

  send(window: string, method: Method, path: string, body: object): Promise<unknown> {
    return this.#inTurn(window, ({ call }) => call(method, path, body))
  }

  /** The browser starts with one window, which is for the first page. */
  async openWindow(): Promise<string> {
    const session = await this.#startedSession()
    if (this.#windows.size === 0) {
      this.#currentWindow = v.parse(v.string(), await session.call('GET', '/window'))
      return this.#remember(this.#currentWindow)
    }
    const opened = await session.call('POST', '/window/new', { type: 'tab' })
    return this.#remember(v.parse(v.object({ handle: v.string() }), opened).handle)
  }

  /** The page of the window that the browser opens next. */
  async nextWindow(): Promise<WebKitPage> {
    const opened = await poll('a window is opened', async () => {
      const handles = await this.windows()
      return handles.find((handle) => !this.#windows.has(handle))
    })
    this.#remember(opened)
    return this.#add(new WebKitPage(this, opened))
  }

  /** The handles of all windows. */
  async windows(): Promise<readonly string[]> {
    const session = await this.#startedSession()
    return v.parse(v.array(v.string()), await session.call('GET', '/window/handles'))
  }

  forget(page: WebKitPage): void {
    this.#pages.splice(this.#pages.indexOf(page), 1)
    this.#currentWindow = null
  }

  #add(page: WebKitPage): WebKitPage {
    this.#pages.push(page)
    return page
  }

  #remember(handle: string): string {
    this.#windows.add(handle)
    return handle
  }

  #sendToLast(method: 'GET' | 'DELETE', path: string): Promise<unknown> {
    if (this.#currentWindow === null) throw new Error('No page was loaded.')
    return this.send(this.#currentWindow, method, path, {})
  }

  #startedSession(): Promise<Session> {
    this.#session ??= this.#proxy.then(({ url }) =>
      this.#start({ ...this.#options, scripts: this.#scripts, proxy: url }, (line) =>
        this.#report(line),
      ),
    )
    return this.#session
  }

  #inTurn<Result>(window: string, work: (session: Session) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      const session = await this.#startedSession()
      if (window !== this.#currentWindow) {
        await session.call('POST', '/window', { handle: window })
        this.#currentWindow = window
      }
      return work(session)
    })
    this.#last = result.catch(() => {})
    return result
  }

  #report(line: string): void {
    const { success, output } = v.safeParse(Report, line)
    if (!success) return
    const { type, text, url } = output
    for (const page of this.#pages) {
      if (type === 'pageerror') page.emit('pageerror', new Error(text))
      else {
        page.emit('console', {
          type: () => (type === 'warn' ? 'warning' : 'error'),
          text: () => text,
          location: () => ({ url }),
        })
      }
    }
  }
}

const Cookies = v.array(v.object({ name: v.string(), value: v.string() }))

const Report = v.pipe(
  v.string(),
  v.startsWith('{'),
  v.parseJson(),
  v.object({
    type: v.picklist(['pageerror', 'error', 'warn']),
    text: v.string(),
    url: v.string(),
  }),
)

import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { FlowContext, FlowEvents, FlowPage } from '../api/flow.ts'
import { actionsFor } from './keys.ts'
import { WebKitLocator } from './locator.ts'
import type { Place } from './locator.ts'
import { poll } from './poll.ts'
import type { Method } from './web-driver.ts'

// The W3C's name of an element in JSON.
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** What a page needs of its context, which has the session. */
interface Windows extends FlowContext {
  addScript: (script: string) => void
  resize: (size: Size) => void
  route: (...how: Parameters<FlowPage['route']>) => Promise<void>
  unroute: (url: string) => Promise<void>
  /** Opens a window, and returns its handle. */
  openWindow: () => Promise<string>
  windows: () => Promise<readonly string[]>
  /** The page of the window that the browser opens next. */
  nextWindow: () => Promise<WebKitPage>
  forget: (page: WebKitPage) => void
  /** A line for each. */
  lastRequests: () => Promise<string>
  run: (window: string, expression: string) => Promise<{ url: string; value?: unknown }>
  send: (window: string, method: Method, path: string, body: object) => Promise<unknown>
}

interface Size {
  width: number
  height: number
}

type Listeners = { [Name in keyof FlowEvents]: FlowEvents[Name][] }

/** One window or tab. It opens with the first page load, because a session's scripts and size are set at its start. */
export class WebKitPage implements FlowPage {
  readonly #context: Windows
  readonly #listeners: Listeners = { console: [], pageerror: [], request: [] }
  #handle: string | null
  #url = 'about:blank'

  /** @param handle of a window that the browser has opened */
  constructor(context: Windows, handle: string | null = null) {
    this.#context = context
    this.#handle = handle
  }

  readonly #place: Place = {
    url: () => this.#url,
    run: (expression) => this.#run(expression),
    element: async (expression) => {
      const found = (await this.#run(expression)) as Record<string, string> | null
      return found?.[elementKey] ?? null
    },
    click: (element) => this.#send('POST', `/element/${element}/click`),
    press: (key) => this.keyboard.press(key),
    lastRequests: () => this.#context.lastRequests(),
  }

  readonly #root = new WebKitLocator(this.#place, '')
  readonly getByRole = this.#root.getByRole
  readonly getByLabel = this.#root.getByLabel
  readonly getByText = this.#root.getByText
  readonly locator = this.#root.locator

  readonly keyboard: FlowPage['keyboard'] = {
    press: async (key) => {
      await this.#send('POST', '/actions', actionsFor([key]))
    },
    type: async (text) => {
      await this.#send('POST', '/actions', actionsFor(Array.from(text)))
    },
  }

  context = (): FlowContext => this.#context

  /** Of the document that was there in the last call. */
  url = (): string => this.#url
  title = async (): Promise<string> => String(await this.#run('document.title'))

  readonly evaluate: Page['evaluate'] = ((run: unknown, argument?: unknown) =>
    this.#run(`(${String(run)})(${JSON.stringify(argument)})`)) as Page['evaluate']

  goto(url: string): Promise<void> {
    return this.#leave(url, () => this.#send('POST', '/url', { url }))
  }

  reload(): Promise<void> {
    return this.#leave('the page again', () => this.#send('POST', '/refresh'))
  }

  goBack(): Promise<void> {
    return this.#leave('the page before', () => this.#send('POST', '/back'))
  }

  async close(): Promise<void> {
    if (this.#handle !== null) await this.#send('DELETE', '/window')
    this.#context.forget(this)
  }

  addInitScript(script: () => void): Promise<void> {
    this.#context.addScript(`(${String(script)})()`)
    return Promise.resolve()
  }

  route(...how: Parameters<FlowPage['route']>): Promise<void> {
    return this.#context.route(...how)
  }

  unroute(url: string): Promise<void> {
    return this.#context.unroute(url)
  }

  on<Name extends keyof FlowEvents>(event: Name, listener: FlowEvents[Name]): void {
    this.#listeners[event].push(listener)
  }

  emit<Name extends keyof FlowEvents>(event: Name, value: Parameters<FlowEvents[Name]>[0]): void {
    const listeners: ((value: never) => void)[] = this.#listeners[event]
    for (const listener of listeners) listener(value as never)
  }

  waitForEvent(event: 'popup' | 'close'): Promise<WebKitPage> {
    return event === 'popup' ? this.#context.nextWindow() : this.#closed()
  }

  readonly waitForURL: Page['waitForURL'] = async (expected) => {
    if (typeof expected !== 'string' && !(expected instanceof RegExp)) {
      throw new Error(
        'Not supported by this driver: to wait for another URL than a text or a pattern',
      )
    }
    const isThere = async () => {
      await this.#run('null')
      return typeof expected === 'string' ? this.#url === expected : expected.test(this.#url)
    }
    await poll(`the URL is ${String(expected)}`, isThere).catch(async (error: unknown) => {
      const seen = await this.#root.describePage()
      throw new Error(`The URL is not ${String(expected)}.\n${seen}`, { cause: error })
    })
  }

  async setViewportSize(size: Size): Promise<void> {
    // The window has neither a frame nor a toolbar.
    if (this.#handle === null) return this.#context.resize(size)
    await this.#send('POST', '/window/rect', size)
    await poll('the window has its size', () => this.#run(`innerWidth === ${size.width}`))
  }

  async #closed(): Promise<WebKitPage> {
    const handle = await this.#open()
    await poll(
      'the window is closed',
      async () => !(await this.#context.windows()).includes(handle),
    )
    this.#context.forget(this)
    return this
  }

  /** Leads to another document, or to another entry of the history, and waits until it is there. */
  async #leave(where: string, go: () => Promise<unknown>): Promise<void> {
    const mark = randomUUID()
    await poll('the page can be left', () => this.#run(`calls.mark('${mark}') ?? true`))
    await go()
    await poll(`${where} is loaded`, () => this.#run(`calls.hasLeft('${mark}')`))
  }

  async #run(expression: string): Promise<unknown> {
    const { url, value } = await this.#context.run(await this.#open(), expression)
    this.#url = url
    return value
  }

  async #send(method: Method, path: string, body: object = {}): Promise<unknown> {
    return this.#context.send(await this.#open(), method, path, body)
  }

  async #open(): Promise<string> {
    this.#handle ??= await this.#context.openWindow()
    return this.#handle
  }
}

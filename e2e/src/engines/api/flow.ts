import type {
  APIResponse,
  BrowserContext,
  ConsoleMessage,
  Locator,
  Page,
  Request,
} from '@playwright/test'

// What flow specs may use of Playwright's API. Chromium and Firefox give them Playwright's own objects, WebKit those
// in ../webkit, so a spec is written once, and does not compile with a call that the WebKit driver lacks.

type Finders = 'getByLabel' | 'getByRole' | 'getByText' | 'locator'

/** What finds elements: a page, whose locators are Playwright's or those of another driver. */
export type Finding<Found> = {
  [name in Finders]: (...args: Parameters<Page[name]>) => Found
}

export interface FlowLocator
  extends
    Finding<FlowLocator>,
    Pick<Locator, 'click' | 'evaluate' | 'fill' | 'focus' | 'press' | 'selectOption'> {
  filter: (options: { hasText?: string | RegExp; visible?: boolean }) => FlowLocator
  first: () => FlowLocator
  last: () => FlowLocator
}

export type FlowRequest = Pick<Request, 'headers' | 'isNavigationRequest' | 'method' | 'url'>

export type FlowResponse = Pick<APIResponse, 'headers' | 'json' | 'status' | 'text'>

export interface Answer {
  status?: number
  headers?: Record<string, string>
  contentType?: string
  body?: string
  json?: unknown
}

export interface FlowRoute {
  request: () => FlowRequest
  /** @param options how often Playwright repeats it if the server closed the connection at that moment */
  fetch: (options?: { maxRetries: number }) => Promise<FlowResponse>
  fulfill(answer: Answer): Promise<void>
  continue: () => Promise<void>
  abort: () => Promise<void>
}

export interface FlowEvents {
  console: (
    message: Pick<ConsoleMessage, 'text' | 'type'> & { location: () => { url: string } },
  ) => void
  pageerror: (error: Error) => void
  request: (request: FlowRequest) => void
}

export interface FlowPage
  extends
    Finding<FlowLocator>,
    Pick<Page, 'evaluate' | 'setViewportSize' | 'title' | 'url' | 'waitForURL'> {
  readonly keyboard: Pick<Page['keyboard'], 'press' | 'type'>
  readonly context: () => FlowContext
  goto: (url: string) => Promise<unknown>
  reload: () => Promise<unknown>
  goBack: () => Promise<unknown>
  close: () => Promise<void>
  /** Before the first page load. */
  addInitScript: (script: () => void) => Promise<unknown>
  /** In WebKit also for the other pages of the same context. */
  route(url: string, handler: (route: FlowRoute) => unknown): Promise<unknown>
  unroute: (url: string) => Promise<unknown>
  on<Name extends keyof FlowEvents>(event: Name, listener: FlowEvents[Name]): unknown
  waitForEvent(event: 'popup'): Promise<FlowPage>
  waitForEvent(event: 'close'): Promise<unknown>
}

export interface FlowContext extends Pick<BrowserContext, 'setOffline'> {
  newPage: () => Promise<FlowPage>
  close: () => Promise<void>
  /** In WebKit only those that the page shown last can have. */
  cookies: (url: string) => Promise<{ name: string; value: string }[]>
  clearCookies: (filter?: { name?: string }) => Promise<void>
}

export interface FlowBrowser {
  newContext: () => Promise<FlowContext>
}

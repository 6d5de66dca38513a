import { expect, test as base } from '@playwright/test'
import type {
  Browser,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from '@playwright/test'
import type { FlowBrowser, FlowContext, FlowPage } from './api/flow.ts'
import { watchMoves } from './moves.ts'
import { WebKitBrowser } from './webkit/browser.ts'

interface TestFixtures {
  context: FlowContext
  page: FlowPage
}

interface WorkerFixtures {
  browser: FlowBrowser & { close: () => Promise<void> }
}

/** Playwright's `test` without its browser, context and page, which the engine of the project replaces. */
const withoutBrowser = base as unknown as TestType<
  PlaywrightTestOptions & Pick<PlaywrightTestArgs, 'request'>,
  PlaywrightWorkerOptions & Pick<PlaywrightWorkerArgs, 'playwright'>
>

/** For the specs in flows/, which run in every engine. */
export const test = withoutBrowser.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browserName, playwright }, provide) => {
      const browser =
        browserName === 'webkit'
          ? await WebKitBrowser.launch()
          : await playwright[browserName].launch()
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  async context({ browser, browserName, userAgent, viewport, proxy }, provide, info) {
    if (!(browser instanceof WebKitBrowser)) {
      const context = await (browser as Browser).newContext()
      const moves = browserName === 'chromium' ? await watchMoves(context) : () => []
      await provide(context)
      if (info.status === info.expectedStatus)
        expect(moves(), 'no control may move while its step is shown').toEqual([])
      return context.close()
    }
    const context = await browser.newContext({
      ...(userAgent !== undefined && { userAgent }),
      ...(viewport && { viewport }),
      ...(proxy && { proxy }),
    })
    await provide(context)
    return context.close()
  },

  async page({ context }, provide, info) {
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => {
      // The helper page of Identity Platform is not ours.
      if (!page.url().includes('/__/auth/')) errors.push(message)
    })
    await provide(page)
    if (info.status === info.expectedStatus) expect(errors, 'no script may fail').toEqual([])
  },
})

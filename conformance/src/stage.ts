import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Events } from './events.ts'
import type { Internet } from './internet.ts'

/** Where a library plays: a page of its own, reached by its own servers alone. */
export interface Stage {
  readonly internet: Internet
  /**
   * A page for one scenario, still showing the one before. What the next document does is added
   * to the events; that document empties local storage before its library begins.
   */
  prepare(
    events: Events,
    needs: { readonly clock: boolean; readonly fresh: boolean },
  ): Promise<Page>
  close(): Promise<void>
}

/** A browser keeps 50 history entries a page; past that, their number would tell nothing. */
const scenariosPerPage = 15

export function createStage(browser: Browser, internet: Internet): Stage {
  let context: BrowserContext | null = null
  let page: Page | null = null
  let current = new Events()
  let left = 0

  async function open(): Promise<Page> {
    await context?.close()
    context = await browser.newContext({ proxy: { server: internet.proxy } })
    await context.exposeBinding('conformanceRecord', (_source, page: number, event: string) => {
      if (page === current.page) current.add(event)
    })
    // What the browser sends only where a call includes credentials.
    await context.addCookies([{ name: 'visitor', value: 'known', domain: 'localhost', path: '/' }])
    const opened = await context.newPage()
    opened.on('pageerror', (error) => current.add(`uncaught ${error.message}`))
    return opened
  }

  return {
    internet,
    async prepare(events, { clock, fresh }) {
      if (!page || left === 0 || clock || fresh) {
        page = await open()
        left = scenariosPerPage
      }
      left -= 1
      if (clock) await page.clock.install()
      // A clock once installed stays in its context, and so do accounts.
      if (clock || fresh) left = 0
      current = events
      return page
    },
    async close() {
      await context?.close()
      internet.close()
    },
  }
}

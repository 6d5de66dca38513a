import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Events } from './events.ts'
import type { Internet } from './internet.ts'

/** The environment of a library: its own page, connected only to its own servers. */
export interface Stage {
  readonly internet: Internet
  /**
   * Prepares the page for one scenario; it still shows the previous one. Events of the next document are
   * added to `events`, and that document clears local storage before its library starts. A fresh page shares
   * no account and no connection with earlier ones.
   */
  prepare(events: Events, needs: { readonly fresh: boolean }): Promise<Page>
}

/** A browser keeps 50 history entries per page; beyond that, their number has no meaning. */
const scenariosPerPage = 15

export function createStage(browser: Browser, internet: Internet): Stage {
  let context: BrowserContext | null = null
  let page: Page | null = null
  let current = new Events()
  let scenariosLeft = 0

  async function openContext(): Promise<BrowserContext> {
    await context?.close()
    const opened = await browser.newContext({ proxy: { server: internet.proxy } })
    await opened.exposeBinding('conformanceRecord', (_source, page: number, event: string) => {
      if (page === current.page) current.add(event)
    })
    // The browser sends this only if a call includes credentials.
    await opened.addCookies([{ name: 'visitor', value: 'known', domain: 'localhost', path: '/' }])
    return opened
  }

  async function openPage(context: BrowserContext): Promise<Page> {
    await page?.close()
    const opened = await context.newPage()
    opened.on('pageerror', (error) => current.add(`uncaught ${error.message}`))
    return opened
  }

  return {
    internet,
    async prepare(events, { fresh }) {
      if (!context || fresh) {
        context = await openContext()
        page = null
      }
      if (!page || scenariosLeft === 0) {
        page = await openPage(context)
        scenariosLeft = scenariosPerPage
      }
      scenariosLeft -= 1
      current = events
      return page
    },
  }
}

import { fileURLToPath } from 'node:url'
import type { FlowBrowser } from '../api/flow.ts'
import { WebKitContext } from './context.ts'
import type { ContextOptions } from './context.ts'
import { startDisplay, startSession } from './web-driver.ts'
import type { Display } from './web-driver.ts'

const binary = fileURLToPath(new URL('window.py', import.meta.url))

const usual: ContextOptions = {
  viewport: { width: 1280, height: 720 },
  locale: 'en-GB',
  userAgent: '',
  isDark: false,
  // Intelligent Tracking Prevention, which is on in Safari.
  preventsTracking: true,
  proxy: null,
}

/** WebKitGTK of the system's packages. Playwright has no WebKit for them. */
export class WebKitBrowser implements FlowBrowser {
  readonly #display: Display
  readonly #contexts: WebKitContext[] = []

  constructor(display: Display) {
    this.#display = display
  }

  static async launch(): Promise<WebKitBrowser> {
    return new WebKitBrowser(await startDisplay())
  }

  newContext(options: Partial<ContextOptions> = {}): Promise<WebKitContext> {
    const context = new WebKitContext(
      ({ viewport, locale, ...others }, onLine) =>
        startSession(
          this.#display,
          binary,
          { ...others, ...viewport, languages: [locale] },
          onLine,
        ),
      { ...usual, ...options },
    )
    this.#contexts.push(context)
    return Promise.resolve(context)
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
    this.#display.end()
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page, type Route } from 'playwright-core'
import {
  chromiumHere,
  chromiumSwitches,
  installChromium,
} from '../../../tools/src/browsers/chromium.ts'
import { startService } from '../service/start-service.ts'
import type { Answers } from '../service/services-process.ts'
import { idOf, writeTenants } from './by-tenants.ts'
import type { Point } from './growth.ts'

const rounds = 5
const redirectUri = 'http://localhost:4100/_gcp_iap/handle_redirect'

/**
 * From the response with the user's tenants until the screen with the first of them is painted, in a real browser,
 * without a network between. The least of several visits.
 */
export async function choiceByTenants(
  sizes: readonly number[],
  addresses: Answers['addresses'],
): Promise<Point[]> {
  await installChromium()
  const browser = await chromium.launch({
    executablePath: chromiumHere(),
    args: [...chromiumSwitches, '--disable-gpu'],
  })
  try {
    const points: Point[] = []
    for (const size of sizes) points.push(await choiceOf(size, addresses, browser))
    return points
  } finally {
    await browser.close()
  }
}

async function choiceOf(
  tenants: number,
  addresses: Answers['addresses'],
  browser: Browser,
): Promise<Point> {
  const data = mkdtempSync(path.join(tmpdir(), 'foyer-bench-choice-'))
  const file = path.join(data, 'config.json')
  writeTenants(tenants, file)
  const service = await startService('Postgres', addresses, {
    FOYER_CONFIG_FILE: file,
    FOYER_GATE_ORIGINS: new URL(redirectUri).origin,
  })
  try {
    let least = Infinity
    for (let round = 0; round < rounds; round += 1) {
      least = Math.min(least, await visit(browser, service.port, tenants))
    }
    return { size: tenants, cost: least }
  } finally {
    await service.close()
    rmSync(data, { recursive: true })
  }
}

async function visit(browser: Browser, port: number, tenants: number): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const isOurs = (url: URL) => url.port === String(port)
    await page.route(
      (url) => !isOurs(url),
      (route) => answer(route, tenants),
    )
    await page.addInitScript(watchForScreen)
    const query = new URLSearchParams({
      mode: 'selectAuthSession',
      apiKey: 'demo-api-key',
      redirect_uri: redirectUri,
      state: 'state',
    })
    await page.goto(`http://localhost:${port}/?${query.toString()}`)
    return await timeOf(page)
  } finally {
    await context.close()
  }
}

/** The identity service and the gate. Logos and everything else are not there. */
function answer(route: Route, tenants: number): Promise<void> {
  const url = new URL(route.request().url())
  const headers = { 'access-control-allow-origin': '*' }
  if (url.pathname.endsWith('/getProjectConfig')) {
    const json = { projectId: '12345', authorizedDomains: ['localhost'] }
    return route.fulfill({ json, headers })
  }
  if (url.href === redirectUri) {
    const tenantIds = Array.from({ length: tenants }, (_each, index) => idOf(index))
    return route.fulfill({ json: { originalUri: 'http://localhost:4100/', tenantIds }, headers })
  }
  return route.abort()
}

declare global {
  interface Window {
    /** When the screen was painted. */
    foyerShownAt?: number
  }
}

/** Runs in the page. */
function watchForScreen(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.companies li') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.foyerShownAt = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function timeOf(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => window.foyerShownAt, null, { timeout: 60_000 })
  const shownAt = Number(await shown.jsonValue())
  const answeredAt = await page.evaluate((name) => {
    const [entry] = performance.getEntriesByName(name)
    return entry instanceof PerformanceResourceTiming ? entry.responseEnd : NaN
  }, redirectUri)
  return shownAt - answeredAt
}

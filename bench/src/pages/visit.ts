import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { ProbeReport } from './probe.ts'
import { recordTraffic } from './traffic.ts'
import type { Exchange, Traffic } from './traffic.ts'
import { blankPath } from './answer-site.ts'
import { originalUri, providerUrl, signInRequest, startHost } from './urls.ts'

/** One visit of a user who has to sign in; times in ms from the start of the navigation. */
export interface SignInVisit {
  readonly firstPaint: number
  readonly button: number
  /**
   * When the request to the provider was sent, after a button press in the frame in which the button
   * appeared.
   */
  readonly provider: number
  /** Bytes on the wire that had arrived before the button, with headers. */
  readonly bytes: number
  readonly scriptBytes: number
  readonly requests: number
  readonly thirdParties: readonly string[]
  readonly longTaskMs: number
  readonly layoutShift: number
  readonly heapBytes: number
}

/** One visit of a returning user, up to the navigation back to the application. */
export interface ReturningVisit {
  readonly redirect: Exchange
  readonly exchanges: readonly Exchange[]
}

interface Conditions {
  readonly cpuSlowdown: number
}

const limitMs = 60_000

/** @throws Error if the page does not show its button, or the button does not lead to the provider */
export async function visitToSignIn(
  context: BrowserContext,
  origin: string,
  conditions: Conditions,
  probe: string,
): Promise<SignInVisit> {
  const { page, session, traffic } = await openPage(context, conditions)
  try {
    await page.addInitScript({ content: probe })
    const provider = await leave(page, traffic, origin, providerUrl)
    const { button, firstPaint, longTasks, layoutShift } = await reportOf(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    // The browser's clock and the page's clock differ a little.
    const before = traffic.exchanges.filter((one) => one !== provider && one.sentAt <= button)
    // A page without other requests is painted before the browser reports that it has loaded.
    const arrived = before.filter(({ type, receivedAt }) => {
      return type === 'Document' || (receivedAt ?? Infinity) <= button
    })
    return {
      firstPaint,
      button,
      provider: provider.sentAt,
      bytes: bytesOf(arrived),
      scriptBytes: bytesOf(arrived.filter(({ type }) => type === 'Script')),
      requests: before.filter(({ fromCache }) => !fromCache).length,
      thirdParties: thirdPartiesOf(before, origin),
      longTaskMs: longTasks
        .filter(({ startTime }) => startTime < provider.sentAt)
        .reduce((sum, { duration }) => sum + duration, 0),
      layoutShift,
      heapBytes: usedSize,
    }
  } finally {
    await page.close()
  }
}

/** @throws Error if the page does not lead back to the application */
export async function visitAgain(
  context: BrowserContext,
  origin: string,
  conditions: Conditions,
): Promise<ReturningVisit> {
  const { page, traffic } = await openPage(context, conditions)
  try {
    const redirect = await leave(page, traffic, origin, originalUri)
    return { redirect, exchanges: traffic.exchanges }
  } finally {
    await page.close()
  }
}

/** A picture of the page when its button works, without a press. */
export async function pictureOf(
  context: BrowserContext,
  origin: string,
  probe: string,
): Promise<Buffer> {
  const page = await context.newPage()
  await page.addInitScript({ content: `window.benchPresses = false;${probe}` })
  await page.goto(`${origin}/?${signInRequest}`)
  await reportOf(page)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

async function openPage(context: BrowserContext, { cpuSlowdown }: Conditions) {
  const page = await context.newPage()
  // From an empty tab, the browser would reuse its process for a page that has no opener policy, and for no other.
  await page.goto(`https://${startHost}${blankPath}`)
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, session, traffic: await recordTraffic(session) }
}

async function leave(
  page: Page,
  traffic: Traffic,
  origin: string,
  destination: string,
): Promise<Exchange> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  const [left] = await Promise.all([
    traffic.navigationTo(destination, limitMs),
    page.evaluate((url) => location.assign(url), `${origin}/?${signInRequest}`),
  ]).catch((cause: unknown) => {
    throw new Error(`${origin} did not reach ${destination}. ${errors.join('; ')}`, { cause })
  })
  const strangers = traffic.exchanges.filter(
    ({ failed }) => failed === 'net::ERR_NAME_NOT_RESOLVED',
  )
  if (strangers.length > 0) {
    throw new Error(
      `${origin} called other hosts: ${strangers.map(({ url }) => url.host).join(', ')}`,
    )
  }
  return left
}

/** The browser reports a paint with a short delay. */
async function reportOf(page: Page) {
  const isComplete = () => {
    const { button, firstPaint } = window.benchReport()
    return button !== null && firstPaint !== null
  }
  await page.waitForFunction(isComplete, null, { timeout: limitMs })
  const report = await page.evaluate(() => window.benchReport())
  return report as ProbeReport & { button: number; firstPaint: number }
}

function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { bytes }) => sum + bytes, 0)
}

function thirdPartiesOf(exchanges: readonly Exchange[], origin: string): string[] {
  const origins = exchanges.map(({ url }) => url.origin)
  return [...new Set(origins)].filter((other) => other !== origin).sort()
}

import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type {} from './probe.ts'
import { recordTraffic } from './traffic.ts'
import type { Exchange } from './traffic.ts'
import { originalUri, providerAddress, signInRequest } from './world.ts'

export interface Conditions {
  readonly cpuSlowdown: number
}

/** One visit of somebody who has to sign in; times in ms from the start of the navigation. */
export interface SignInVisit {
  readonly firstPaint: number
  readonly button: number
  /** When the request to the provider left, the button being pressed in the frame that showed it. */
  readonly provider: number
  readonly bytes: number
  readonly scriptBytes: number
  readonly requests: number
  readonly thirdParties: readonly string[]
  readonly longTaskMs: number
  readonly layoutShift: number
  readonly heapBytes: number
}

/** One visit of somebody whom the page knows, up to the navigation back into the application. */
export interface ReturningVisit {
  readonly redirect: number
  readonly exchanges: readonly Exchange[]
}

const limitMs = 60_000

export async function visitToSignIn(
  context: BrowserContext,
  origin: string,
  conditions: Conditions,
  probe: string,
): Promise<SignInVisit> {
  const { page, session } = await openPage(context, conditions)
  try {
    const faults = listenForFaults(page)
    await page.addInitScript({ content: probe })
    const traffic = await recordTraffic(session)
    const leaving = traffic.navigationTo(providerAddress, limitMs)
    leaving.catch(() => {})
    await page.goto(`${origin}/?${signInRequest}`, { waitUntil: 'commit' })
    const provider = await leaving.catch((error: unknown) => {
      throw new Error(`${origin} did not reach its provider. ${faults.join('; ')}`, {
        cause: error,
      })
    })
    const report = await page.evaluate(() => window.benchReport())
    const { button, firstPaint, longTaskMs, layoutShift } = report
    if (button === null || firstPaint === null) throw new Error(`${origin} showed no button.`)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const before = traffic.exchanges.filter(({ sentAt }) => sentAt <= button)
    const arrived = before.filter(({ receivedAt }) => (receivedAt ?? Infinity) <= button)
    return {
      firstPaint,
      button,
      provider: provider.sentAt,
      bytes: bytesOf(arrived),
      scriptBytes: bytesOf(arrived.filter(({ type }) => type === 'Script')),
      requests: before.filter(({ fromCache }) => !fromCache).length,
      thirdParties: thirdPartiesOf(before, origin),
      longTaskMs,
      layoutShift,
      heapBytes: usedSize,
    }
  } finally {
    await page.close()
  }
}

/** The page in the moment of its button, which nobody presses. */
export async function pictureOf(
  context: BrowserContext,
  origin: string,
  probe: string,
  path: string,
): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript({ content: `window.benchPresses = false;${probe}` })
  await page.goto(`${origin}/?${signInRequest}`)
  await page.waitForFunction(() => window.benchReport().button !== null)
  await page.screenshot({ path })
  await page.close()
}

export async function visitAgain(
  context: BrowserContext,
  origin: string,
  conditions: Conditions,
): Promise<ReturningVisit> {
  const { page, session } = await openPage(context, conditions)
  try {
    const faults = listenForFaults(page)
    const traffic = await recordTraffic(session)
    const leaving = traffic.navigationTo(originalUri, limitMs)
    leaving.catch(() => {})
    await page.goto(`${origin}/?${signInRequest}`, { waitUntil: 'commit' })
    const redirect = await leaving.catch((error: unknown) => {
      throw new Error(`${origin} did not lead back. ${faults.join('; ')}`, { cause: error })
    })
    const exchanges = traffic.exchanges.filter(({ sentAt }) => sentAt <= redirect.sentAt)
    return { redirect: redirect.sentAt, exchanges }
  } finally {
    await page.close()
  }
}

async function openPage(
  context: BrowserContext,
  { cpuSlowdown }: Conditions,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (cpuSlowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, session }
}

function listenForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}

function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { bytes }) => sum + bytes, 0)
}

function thirdPartiesOf(exchanges: readonly Exchange[], origin: string): string[] {
  const origins = exchanges.map(({ url }) => url.origin)
  return [...new Set(origins)].filter((other) => other !== origin).sort()
}

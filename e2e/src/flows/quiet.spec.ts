import { accounts } from '../accounts.ts'
import { expect } from '../engines/expect.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { test } from '../engines/test.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from '../journeys.ts'
import {
  awaitCode,
  codeField,
  expectInApplicationByPhone,
  newPhone,
  openPhone,
  reachCode,
} from '../phone.ts'
import { stack } from '../stack.ts'

test('Google, Microsoft and phone sign-in send no request to another host, and nothing violates the content security policy (NW-07a)', async ({
  browser,
}) => {
  const strangers: string[] = []
  const errors: string[] = []
  async function quietly(signIn: (page: FlowPage) => Promise<void>) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const stop = await watch(page, strangers, errors)
    await signIn(page)
    // The context makes a screenshot when it closes, for which Playwright adds a style that the policy forbids.
    stop()
    await context.close()
  }

  await quietly((page) => reachApplication(page, `${stack.gate}/quiet`, accounts.ordinary))
  await quietly(async (page) => {
    const url = `${stack.gate}/quiet?by=microsoft`
    await openProtected(page, url)
    await signInWith(page, accounts.microsoft, { provider: 'microsoft' })
    await expectInApplication(page, url, accounts.microsoft)
  })
  await quietly(async (page) => {
    const url = `${stack.gate}/quiet?by=phone`
    const phone = newPhone()
    await openPhone(page, url)
    await reachCode(page, phone)
    await codeField(page).fill(await awaitCode(phone))
    await expectInApplicationByPhone(page, url)
  })
  expect(strangers).toEqual([])
  expect(errors).toEqual([])
})

/** Records requests to other hosts and errors that the browser reports, until it is stopped. */
async function watch(page: FlowPage, strangers: string[], errors: string[]): Promise<() => void> {
  let isWatching = true
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') strangers.push(request.url())
  })
  page.on('console', (message) => {
    const { url } = message.location()
    // The provider's stand-in has no icon, which the browser requests after a while. The identity emulator has no
    // reCAPTCHA settings. Both cause errors that are not ours. A policy violation has the page's URL instead.
    const isOfStandIn = url.endsWith('/favicon.ico') || url.includes('/v2/recaptchaConfig?')
    if (isWatching && message.type() === 'error' && !isOfStandIn)
      errors.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => {
    if (isWatching) errors.push(error.message)
  })
  // WebKit's driver does not report policy violations by itself.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`${effectiveDirective} blocks ${blockedURI}`)),
    )
  })
  return () => {
    isWatching = false
  }
}

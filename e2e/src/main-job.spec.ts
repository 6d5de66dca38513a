import { chromium, expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from './journeys.ts'
import {
  awaitCode,
  codeField,
  expectInApplicationByPhone,
  newPhone,
  openPhone,
  reachCode,
} from './phone.ts'
import { fullBrowser, stack } from './stack.ts'

test('a user signs in with Google and reaches exactly the requested URL with its query, and the next request needs no sign-in (IAP-04a, UR-19)', async ({
  page,
}) => {
  const url = `${stack.gate}/a%20b/%C4%B1%C5%9F%C4%B1k?q=%23hash%26amp&lang=fr&x=a%2Bb&u=https%3A%2F%2Fx.test%2F%3Fy%3D1&p=50%25#part`
  await page.goto(url)
  await signInWith(page, accounts.ordinary)
  await page.waitForURL(/a%20b/)
  // The fragment never leaves the browser.
  await expect(page.locator('#address')).toHaveText(url.replace(/#part$/, ''))

  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).origin))
  await page.goto(`${stack.gate}/second`)
  await expectInApplication(page, `${stack.gate}/second`, accounts.ordinary)
  expect(visited).toEqual([stack.gate])
})

test('Google, Microsoft and phone sign-in send no request to another host, and nothing violates the content security policy (NW-07a)', async ({
  browser: shared,
}) => {
  const strangers: string[] = []
  const errors: string[] = []
  async function quietly(signIn: (page: Page) => Promise<void>) {
    const context = await shared.newContext()
    const page = await context.newPage()
    watch(page, strangers, errors)
    await signIn(page)
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

/** Records requests to other hosts and errors that the browser reports, such as policy violations. */
function watch(page: Page, strangers: string[], errors: string[]): void {
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') strangers.push(request.url())
  })
  page.on('console', (message) => {
    const { url } = message.location()
    // The provider's stand-in has no icon, which the browser requests after a while. The identity emulator has no
    // reCAPTCHA settings. Both cause errors that are not ours. A policy violation has the page's URL instead.
    const isOfStandIn = url.endsWith('/favicon.ico') || url.includes('/v2/recaptchaConfig?')
    if (message.type() === 'error' && !isOfStandIn) errors.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
}

test('a sign-in works in a browser with its default settings', async () => {
  // Playwright turns off storage partitioning. In a user's browser it is on.
  const profile = test.info().outputPath('profile')
  const context = await chromium.launchPersistentContext(profile, {
    ...fullBrowser,
    ignoreDefaultArgs: true,
    args: [
      ...(fullBrowser.args ?? []),
      '--headless=new',
      '--remote-debugging-pipe',
      '--no-default-browser-check',
      `--user-data-dir=${profile}`,
    ],
  })
  const page = await context.newPage()
  await reachApplication(page, `${stack.gate}/default-browser?x=1`, accounts.ordinary)
  await context.close()
})

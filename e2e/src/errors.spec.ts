import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import {
  expectInApplication,
  openProtected,
  reachApplication,
  signInButton,
  signInWith,
} from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('a deactivated account is told so once, in words, with no way round (AC-09a)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/`)
  await signInWith(page, accounts.deactivated)
  await expect(page.getByRole('alert')).toContainText(words.en.deactivated)
  expect(new URL(page.url()).origin).toBe(stack.login)
})

test('a failed exchange can be tried again where it stopped, with no new sign-in (G5b)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/exchange`)
  let failures = 1
  await page.route(`${stack.gate}/_gcp_iap/handle_redirect`, async (route) => {
    if (route.request().method() !== 'POST' || failures === 0) return route.continue()
    failures -= 1
    return route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': stack.login, 'content-type': 'application/json' },
      body: '{"error":{"status":"UNAVAILABLE","message":"down"}}',
    })
  })
  await signInWith(page, accounts.ordinary)
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/exchange`, accounts.ordinary)
})

test('a request whose state was used is started again by itself, once (IAP-07a)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/used`)
  const request = page.url()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/used`, accounts.ordinary)
  // As Back would bring it: the same request once more.
  await page.goto(request)
  await expectInApplication(page, `${stack.gate}/used`, accounts.ordinary)
})

test('a page restored by Back from the provider has live buttons (ST-07)', async ({ page }) => {
  await openProtected(page, `${stack.gate}/back`)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await page.goBack()
  await expect(signInButton(page, 'google')).toBeEnabled()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/back`, accounts.ordinary)
})

test('garbage under our own keys is replaced, not fatal', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('ciap:auth-tenants:12345', '{"old":"shape"}')
    localStorage.setItem('language', '[object Object]')
  })
  await reachApplication(page, `${stack.gate}/garbage`, accounts.ordinary)
})

import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

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
  await page.getByRole('button', { name: texts.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/exchange`, accounts.ordinary)
})

test('the buttons work on a page restored by Back from the provider, and a completed sign-in marks its method as last used (ST-07)', async ({
  page,
}) => {
  const mark = page.getByText('Last used').filter({ visible: true })
  await openProtected(page, `${stack.gate}/back`)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await page.goBack()
  await expect(signInButton(page, 'google')).toBeEnabled()
  await expect(mark).toHaveCount(0)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/back`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(mark).toBeVisible()
  await expect(signInButton(page, 'google')).toHaveAccessibleDescription('Last used')
})

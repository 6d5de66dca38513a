import { test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
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

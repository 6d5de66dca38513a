import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
import { stack } from './stack.ts'

test('Back to a request whose state was used leads to the application again, and shows no dead page (IAP-07b)', async ({
  page,
}) => {
  const url = `${stack.gate}/used-and-back`
  await openProtected(page, url)
  const request = page.url()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
  for (const _time of ['once', 'and once more']) {
    await page.goto(request)
    await expectInApplication(page, url, accounts.ordinary)
    await page.goBack()
    await expectInApplication(page, url, accounts.ordinary)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

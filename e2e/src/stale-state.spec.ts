import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
import { stack } from './stack.ts'

test('a request with a used state leads to the application, which starts a new sign-in, and Back shows no page with an error (IAP-07a, IAP-07b)', async ({
  page,
}) => {
  const url = `${stack.gate}/used-and-back`
  await openProtected(page, url)
  const request = page.url()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)

  await page.context().clearCookies()
  const newSignIn = page.waitForRequest((sent) => isAnotherSignIn(sent.url(), request))
  await page.goto(request)
  await newSignIn
  await expectInApplication(page, url, accounts.ordinary)

  for (const _time of ['once', 'and once more']) {
    await page.goto(request)
    await expectInApplication(page, url, accounts.ordinary)
    await page.goBack()
    await expectInApplication(page, url, accounts.ordinary)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

function isAnotherSignIn(url: string, used: string): boolean {
  return url.startsWith(`${stack.login}/?`) && url !== used
}

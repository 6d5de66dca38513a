import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { configure } from './configured.ts'
import {
  chooseAccount,
  expectInApplication,
  openProtected,
  signInButton,
  signInWith,
} from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const url = `${stack.gate}/popup?x=1`

test.describe('where the deployment signs in by pop-ups', () => {
  test.beforeEach(async ({ page }) => {
    await configure(page, { signInFlow: 'popup' })
    await openProtected(page, url)
  })

  for (const [provider, account] of [
    ['google', accounts.ordinary],
    ['microsoft', accounts.microsoft],
  ] as const) {
    test(`the first press opens a window, and the account chosen there reaches the application: ${provider} (RD-04a)`, async ({
      page,
    }) => {
      const popup = await press(page, provider)
      await chooseAccount(popup, account)
      await expectInApplication(page, url, account)
      await expect.poll(() => popup.isClosed()).toBe(true)
    })
  }

  test('a window closed again leaves every way in usable within a second, and nothing is said of it, then or later (RD-03b, AX-01d)', async ({
    page,
  }) => {
    await page.clock.install()
    const popup = await press(page, 'google')
    await popup.close()
    await expect(signInButton(page, 'google')).toBeEnabled()
    await expect(signInButton(page, 'microsoft')).toBeEnabled()
    // By then the identity service's library has noticed, too.
    await page.clock.fastForward(20_000)
    await expect(signInButton(page, 'google')).toBeEnabled()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    const again = await press(page, 'google')
    await chooseAccount(again, accounts.ordinary)
    await expectInApplication(page, url, accounts.ordinary)
  })

  test('a window left open behind still signs in while another way is looked at', async ({
    page,
  }) => {
    const popup = await press(page, 'google')
    // A browser without a screen moves no focus between its windows.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByRole('button', { name: words.en.phone }).click()
    await expect(page.getByRole('textbox', { name: words.en.phoneNumber })).toBeVisible()
    await chooseAccount(popup, accounts.ordinary)
    await expectInApplication(page, url, accounts.ordinary)
  })
})

test('where the browser blocks the window the visitor leaves for the provider instead, unasked (RD-05b)', async ({
  page,
}) => {
  await configure(page, { signInFlow: 'popup' })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openProtected(page, url)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

async function press(page: Page, provider: 'google' | 'microsoft'): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await signInButton(page, provider).click()
  const popup = await opened
  await popup.waitForLoadState()
  return popup
}

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { configure } from './configured.ts'
import {
  chooseAccount,
  expectInApplication,
  openProtected,
  signInButton,
  signInWith,
} from './journeys.ts'
import { stack } from './stack.ts'

const url = `${stack.gate}/popup?x=1`

test.describe('with pop-ups configured', () => {
  test.beforeEach(async ({ page }) => {
    await configure(page, { signInFlow: 'popup' })
    await openProtected(page, url)
  })

  test('after the user closes the pop-up all sign-in methods work within a second, and no error is ever shown (RD-03b, AX-01d)', async ({
    page,
  }) => {
    await page.clock.install()
    const popup = await press(page, 'google')
    await popup.close()
    await expect(signInButton(page, 'google')).toBeEnabled()
    await expect(signInButton(page, 'microsoft')).toBeEnabled()
    // By then the identity SDK has noticed too that the pop-up is closed.
    await page.clock.fastForward(20_000)
    await expect(signInButton(page, 'google')).toBeEnabled()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    const again = await press(page, 'google')
    await chooseAccount(again, accounts.ordinary)
    await expectInApplication(page, url, accounts.ordinary)
  })
})

test('with pop-ups configured a company’s own server opens in the pop-up (K1f)', async ({
  page,
}) => {
  await configure(page, { signInFlow: 'popup' })
  await page.goto(`${stack.tenantsGate}/popup`)
  await page.getByRole('button', { name: tenants.initech.name }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Initech' }).click()
  const popup = await opened
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: accounts.atInitech.name }).click()
  await expectInApplication(page, `${stack.tenantsGate}/popup`, accounts.atInitech)
  await closed
})

test('if the browser blocks the pop-up the page redirects to the provider instead, without asking (RD-05b)', async ({
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

async function press(page: Page, provider: 'google'): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await signInButton(page, provider).click()
  const popup = await opened
  await popup.waitForLoadState()
  return popup
}

import { expect, test } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { expectInApplication, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const url = `${stack.tenantsGate}/team?x=1`

test('a visitor chooses a company and signs in there (C8a)', async ({ page }) => {
  await page.goto(url)
  await expect(page.getByRole('heading', { name: words.en.chooseTenant })).toBeVisible()
  await page.getByRole('button', { name: tenants.acme.name }).click()
  await signInWith(page, accounts.atAcme)
  await expectInApplication(page, url, accounts.atAcme)
  await expect(page.locator('#tenant')).toHaveText(tenants.acme.id)
})

test('Back returns to the choice, and another company can be chosen (C8c)', async ({ page }) => {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.acme.name }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: words.en.chooseTenant })).toBeVisible()
  await page.getByRole('button', { name: tenants.globex.name }).click()
  await signInWith(page, accounts.atGlobex)
  await expectInApplication(page, url, accounts.atGlobex)
})

test('an account of another company is not let in (AC-06e)', async ({ page }) => {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name }).click()
  await signInButton(page, 'google').click()
  await expect(
    page.locator('.js-reuse-account', { hasText: accounts.atGlobex.email }),
  ).toBeVisible()
  await expect(page.locator('.js-reuse-account', { hasText: accounts.atAcme.email })).toHaveCount(0)
})

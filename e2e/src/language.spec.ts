import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('the page speaks English where nothing else was chosen (A12)', async ({ page }) => {
  await openProtected(page, `${stack.gate}/`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(signInButton(page, 'microsoft')).toBeVisible()
})

test('choosing Türkçe changes the page at once, and is remembered (A9, C13)', async ({ page }) => {
  await openProtected(page, `${stack.gate}/tr`)
  const address = page.url()
  await page.getByRole('combobox', { name: words.en.language }).click()
  await page.getByRole('option', { name: 'Türkçe' }).click()
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  expect(page.url()).toBe(address)

  await page.goto(`${stack.gate}/tr`)
  await signInWith(page, accounts.ordinary, { language: 'tr' })
  await expectInApplication(page, `${stack.gate}/tr`, accounts.ordinary)
})

test('`lang` wins over what is stored, and is stored itself (A12)', async ({ page }) => {
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key&lang=tr`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key&lang=ar`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
})

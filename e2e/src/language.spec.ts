import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { countryField } from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('choosing Türkçe changes the page at once, and is remembered (A9b, C13)', async ({ page }) => {
  await openProtected(page, `${stack.gate}/tr`)
  const urlBefore = page.url()
  await page.getByRole('combobox', { name: texts.en.language }).click()
  await page.getByRole('option', { name: 'Türkçe' }).click()
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  expect(page.url()).toBe(urlBefore)

  await page.goto(`${stack.gate}/tr`)
  await signInWith(page, accounts.ordinary, { language: 'tr' })
  await expectInApplication(page, `${stack.gate}/tr`, accounts.ordinary)
})

test('if the Turkish messages cannot be loaded everything is in English, and the language list says so', async ({
  page,
}) => {
  await page.route('**/locales/**', (route) => route.abort())
  await page.goto(`${stack.gate}/`)
  await page.goto(`${page.url()}&lang=tr`)
  await page.getByRole('button', { name: /phone number|Telefon/ }).click()
  await expect(page.getByRole('heading', { name: 'Enter your phone number' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/^Enter your phone number/)
  await expect(page.getByRole('combobox', { name: texts.en.language })).toHaveText('English')
  await expect(countryField(page).locator('option', { hasText: '+49' })).toHaveText('Germany (+49)')
  await expect(page.locator('#root')).not.toContainText(/Türkçe(?!English)|Almanya|Altyapı/)
})

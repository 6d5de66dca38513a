import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import {
  chooseLanguage,
  expectInApplication,
  openProtected,
  signInButton,
  signInWith,
} from './journeys.ts'
import { countryField } from './phone.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('the page speaks English where nothing else was chosen (A12b)', async ({ page }) => {
  await openProtected(page, `${stack.gate}/`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(signInButton(page, 'microsoft')).toBeVisible()
})

test('choosing Türkçe changes the page at once, and is remembered (A9b, C13)', async ({ page }) => {
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

test('`lang` wins over what is stored, and is stored itself (A12a)', async ({ page }) => {
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key&lang=tr`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key&lang=ar`)
  await expect(page.getByRole('heading', { name: words.tr.signedOut })).toBeVisible()
})

test('a language chosen on the page wins over the `lang` in its URL, also after a reload (A9c)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/tr`)
  await page.goto(`${page.url()}&lang=tr`)
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()
  const withoutLang = page.url().replace('&lang=tr', '')
  await chooseLanguage(page, 'en')
  expect(page.url()).toBe(withoutLang)
  await page.reload()
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/tr`, accounts.ordinary)
})

test('without the Turkish words everything is English, and the language list says so', async ({
  page,
}) => {
  await page.route('**/locales/**', (route) => route.abort())
  await page.goto(`${stack.gate}/`)
  await page.goto(`${page.url()}&lang=tr`)
  await page.getByRole('button', { name: /phone number|Telefon/ }).click()
  await expect(page.getByRole('heading', { name: 'Enter your phone number' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/^Enter your phone number/)
  await expect(page.getByRole('combobox', { name: words.en.language })).toHaveText('English')
  await expect(countryField(page).locator('option', { hasText: '+49' })).toHaveText('Germany (+49)')
  await expect(page.locator('#root')).not.toContainText(/Türkçe(?!English)|Almanya|Altyapı/)
})

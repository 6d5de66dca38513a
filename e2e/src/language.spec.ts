import { expect, test } from '@playwright/test'
import { countryField } from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('if the Turkish messages cannot be loaded everything is in English, and the language list says so', async ({
  page,
}) => {
  await page.route('**/locales/**', (route) => route.abort())
  await page.goto(`${stack.gate}/`)
  await page.goto(`${page.url()}&lang=tr`)
  // The prerendered buttons are Turkish. A press is lost if React replaces them between its down and its up.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Continue with phone number' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your phone number' })).toBeVisible()
  await expect(page).toHaveTitle(/^Enter your phone number/)
  await expect(page.getByRole('combobox', { name: texts.en.language })).toHaveText('English')
  await expect(countryField(page).locator('option', { hasText: '+49' })).toHaveText('Germany (+49)')
  await expect(page.locator('#root')).not.toContainText(/Türkçe(?!English)|Almanya|Altyapı/)
})

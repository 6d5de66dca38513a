import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from '../journeys.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

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

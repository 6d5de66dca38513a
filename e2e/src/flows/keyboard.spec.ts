import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { openProtected, signInButton } from '../journeys.ts'
import {
  awaitCode,
  codeField,
  countryField,
  expectInApplicationByPhone,
  newPhone,
  numberField,
} from '../phone.ts'
import { stack } from '../stack.ts'
import { tabTo } from '../tab-to.ts'
import { texts } from '../texts.ts'

test('with the keyboard alone a user changes the language at once and for good, and signs in with a phone number (A9b, C13)', async ({
  page,
}) => {
  const phone = newPhone()
  await openProtected(page, `${stack.gate}/keys`)
  const urlBefore = page.url()
  const list = page.getByRole('combobox', { name: texts.en.language })
  await tabTo(page, list, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(list).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Home')
  await expect(page.getByRole('option', { name: 'Türkçe' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  expect(page.url()).toBe(urlBefore)

  await openProtected(page, `${stack.gate}/keys`, 'tr')
  await tabTo(page, signInButton(page, 'google', 'tr'))
  await tabTo(page, page.getByRole('button', { name: texts.tr.phone }))
  await page.keyboard.press('Enter')
  await expect(numberField(page, 'tr')).toBeFocused()
  await tabTo(page, countryField(page, 'tr'), 'Shift+Tab')
  await page.keyboard.type('Tür')
  await expect(countryField(page, 'tr')).toHaveValue('TR')
  await tabTo(page, numberField(page, 'tr'))
  await page.keyboard.type(phone.national)
  await page.keyboard.press('Enter')
  await expect(codeField(page, 'tr')).toBeFocused()
  await page.keyboard.type(await awaitCode(phone))
  await expectInApplicationByPhone(page, `${stack.gate}/keys`)
})

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseLanguage } from './journeys.ts'
import {
  anotherThan,
  awaitCode,
  codeField,
  countryField,
  expectInApplicationByPhone,
  newTelephone,
  numberField,
  openPhone,
  sendCode,
} from './phone.ts'
import { stack } from './stack.ts'
import { translate } from './translator.ts'
import { words } from './words.ts'

// A translator takes the page's texts away under the script that wrote them. Each new message has to be
// seen all the same, the old one has to be gone, and nothing may fail.

let errors: Error[]

test.beforeEach(async ({ page }) => {
  errors = []
  page.on('pageerror', (error) => errors.push(error))
  await translate(page)
})

test.afterEach(() => expect(errors).toEqual([]))

test('behind a browser’s translator a user who mistypes the number and the code signs in by phone', async ({
  page,
}) => {
  const phone = newTelephone()
  const url = `${stack.gate}/translated`
  await openPhone(page, url)
  await sendCode(page, { national: '', e164: '' })
  await expectOnlyMessage(page, words.en.required)
  await sendCode(page, { national: '12', e164: '' })
  await expectOnlyMessage(page, words.en.invalidPhoneNumber)
  await chooseLanguage(page, 'tr')
  await expectOnlyMessage(page, words.tr.invalidPhoneNumber)
  await expect(countryField(page, 'tr').locator('option').first()).toHaveText('Türkiye (+90)')
  await sendCode(page, phone, 'tr')
  const code = await awaitCode(phone)
  await codeField(page, 'tr').fill(anotherThan(code))
  await expectOnlyMessage(page, words.tr.wrongCode)
  await chooseLanguage(page, 'en')
  await expectOnlyMessage(page, words.en.wrongCode)
  await page.getByRole('button', { name: 'Change the number' }).click()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.getByRole('button', { name: words.en.sendCode }).click()
  await codeField(page).fill(code)
  await expectInApplicationByPhone(page, url)
})

async function expectOnlyMessage(page: Page, message: string) {
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText([message])
}

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseLanguage } from './journeys.ts'
import {
  wrongCodeFor,
  awaitCode,
  codeField,
  countryField,
  expectInApplicationByPhone,
  newPhone,
  numberField,
  openPhone,
  sendCode,
} from './phone.ts'
import { stack } from './stack.ts'
import { translate } from './translator.ts'
import { texts } from './texts.ts'

// A browser's translator replaces text nodes that React still refers to. Then updates could fail or leave old
// texts behind, so each new message must be visible, the old one gone, and no error thrown.

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
  const phone = newPhone()
  const url = `${stack.gate}/translated`
  await openPhone(page, url)
  await sendCode(page, { national: '' })
  await expectOnlyMessage(page, texts.en.required)
  await sendCode(page, { national: '12' })
  await expectOnlyMessage(page, texts.en.invalidPhoneNumber)
  await chooseLanguage(page, 'tr')
  await expectOnlyMessage(page, texts.tr.invalidPhoneNumber)
  await expect(countryField(page, 'tr').locator('option').first()).toHaveText('Türkiye (+90)')
  await sendCode(page, phone, 'tr')
  const code = await awaitCode(phone)
  await codeField(page, 'tr').fill(wrongCodeFor(code))
  await expectOnlyMessage(page, texts.tr.wrongCode)
  await chooseLanguage(page, 'en')
  await expectOnlyMessage(page, texts.en.wrongCode)
  await page.getByRole('button', { name: 'Change the number' }).click()
  await expect(numberField(page)).toHaveValue(phone.national)
  await page.getByRole('button', { name: texts.en.sendCode }).click()
  await codeField(page).fill(code)
  await expectInApplicationByPhone(page, url)
})

async function expectOnlyMessage(page: Page, message: string) {
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText([message])
}

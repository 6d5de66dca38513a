import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import {
  chooseLanguage,
  expectInApplication,
  openProtected,
  signInButton,
  signInWith,
} from './journeys.ts'
import { newPerson } from './people.ts'
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
import { fillRegistration, submitRegistration } from './registration.ts'
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

test('behind a browser’s translator a user changes the language and signs in at a provider', async ({
  page,
}) => {
  const url = `${stack.gate}/translated`
  await openProtected(page, url)
  await expect(page.locator('font font').first()).toBeAttached()
  await chooseLanguage(page, 'tr')
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Altyapı')
  await expect(main).toContainText('(yeni sekmede açılır)')
  await expect(main).toContainText('Yeni misiniz?')
  await expect(main).not.toContainText(/Powered by|opens in a new tab|New here|Sign in|Continue/)
  await signInWith(page, accounts.ordinary, { language: 'tr' })
  await expectInApplication(page, url, accounts.ordinary)
})

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

test('behind a browser’s translator a form with errors follows the language, and registers', async ({
  page,
}) => {
  await page.goto(`${stack.login}/registration`)
  await submitRegistration(page)
  const summary = page.locator('.fault-summary')
  await expect(summary).toContainText('There is a problem with 4 fields:')
  await chooseLanguage(page, 'tr')
  await expect(summary).toHaveText(
    '4 alanda sorun var:Ad: Zorunlu alanSoyad: Zorunlu alanE-posta: Zorunlu alanŞirket: Zorunlu alan',
  )
  await expect(page.getByRole('main')).toContainText('Zaten hesabınız var mı?')
  await expect(page.getByRole('main')).not.toContainText(/Required|Already have/)
  const { email } = newPerson()
  const values = { firstName: 'Derya', lastName: 'Acar', email, company: 'Acar' }
  await fillRegistration(page, values, 'tr')
  await submitRegistration(page, 'tr')
  await expect(page.getByRole('heading', { name: 'Gelen kutunuza bakın' })).toBeVisible()
  await expect(summary).toBeHidden()
  await expect(page.getByRole('main')).toContainText(email)
})

async function expectOnlyMessage(page: Page, message: string) {
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText([message])
}

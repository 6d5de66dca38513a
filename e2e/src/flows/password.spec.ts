import { tenants } from '../accounts.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import { awaitEmail, signInLinkIn } from '../inbox.ts'
import { chooseLanguage, expectInApplication } from '../journeys.ts'
import { newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { stack } from '../stack.ts'
import { tabTo } from '../tab-to.ts'
import { texts } from '../texts.ts'
import type { Language } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`
const oldPassword = 'mavi-deniz-2026'
const newPassword = 'kızıl-dağ-1923'

async function newOwner(options: { mustReplacePassword?: boolean } = {}): Promise<Person> {
  const person = newPerson()
  const account = { provider: null, tenantId: tenants.globex.id, password: oldPassword, ...options }
  await createAccount(person, account)
  return person
}

async function openForm(page: FlowPage, language: Language = 'en'): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name, exact: true }).click()
  if (language === 'tr') await chooseLanguage(page, 'tr')
  await page.getByRole('button', { name: texts[language].password }).click()
}

const button = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })

test('with the keyboard alone a user signs in with an email address and a password, after a wrong one, and reaches the requested URL (K1g)', async ({
  page,
}) => {
  const person = await newOwner()
  await openForm(page)
  await expect(field(page, texts.en.email)).toBeFocused()
  await page.keyboard.type(person.email)
  await tabTo(page, field(page, texts.en.currentPassword))
  await page.keyboard.type('mavi-deniz-2025')
  await page.keyboard.press('Enter')
  await expect(field(page, texts.en.currentPassword)).toHaveAccessibleDescription(
    texts.en.invalidCredential,
  )
  await expect(field(page, texts.en.currentPassword)).toBeFocused()
  await page.keyboard.type(oldPassword)
  await page.keyboard.press('Enter')
  await expectInApplication(page, url, person)
  await expect(page.locator('#provider')).toHaveText('password')
})

test('a user who has forgotten the password chooses a new one with a link in an email, in Turkish, and reaches the requested URL (K1h, K1i)', async ({
  page,
}) => {
  const person = await newOwner()
  await openForm(page, 'tr')
  await field(page, texts.tr.email).fill(person.email)
  await button(page, texts.tr.forgotPassword).click()
  await button(page, texts.tr.sendLink).click()
  await expect(page.locator('.sent output')).toHaveText(new RegExp(person.email))
  await page.goto(signInLinkIn(await awaitEmail(person)))

  await field(page, texts.tr.newPassword).fill('password123')
  await button(page, texts.tr.savePassword).click()
  await expect(page.getByText(texts.tr.commonPassword)).toBeVisible()
  await field(page, texts.tr.newPassword).fill(newPassword)
  await button(page, texts.tr.savePassword).click()
  await expectInApplication(page, url, person)
  const { subject } = await awaitEmail(person, { count: 2 })
  expect(subject).toBe('Foyer Demo şifreniz değiştirildi')
})

test('a user whose password was given by an operator replaces it before the application opens (K1j)', async ({
  page,
}) => {
  const person = await newOwner({ mustReplacePassword: true })
  await openForm(page)
  await field(page, texts.en.email).fill(person.email)
  await field(page, texts.en.currentPassword).fill(oldPassword)
  await field(page, texts.en.currentPassword).press('Enter')
  await field(page, texts.en.newPassword).fill(newPassword)
  await button(page, texts.en.savePassword).click()
  await expectInApplication(page, url, person)
})

import { tenants } from '../accounts.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import { awaitEmail, signInLinkIn } from '../inbox.ts'
import { chooseLanguage, expectInApplication, inBothLanguages } from '../journeys.ts'
import { newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { stack } from '../stack.ts'
import { tabTo } from '../tab-to.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`
const oldPassword = 'mavi-deniz-2026'
const newPassword = 'kızıl-dağ-1923'

async function newOwner(options: { mustReplacePassword?: boolean } = {}): Promise<Person> {
  const person = newPerson()
  const account = { provider: null, tenantId: tenants.globex.id, password: oldPassword, ...options }
  await createAccount(person, account)
  return person
}

async function openForm(page: FlowPage): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name, exact: true }).click()
  await page.getByRole('button', { name: texts.en.password }).click()
}

const button = (page: FlowPage, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: FlowPage, label: string) => page.getByLabel(label, { exact: true })

test('with the keyboard alone a user signs in with an email address and the password of an operator, after a wrong one, and replaces it before the application opens (K1g, K1j)', async ({
  page,
}) => {
  const person = await newOwner({ mustReplacePassword: true })
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
  await expect(field(page, texts.en.newPassword)).toBeFocused()
  await page.keyboard.type(oldPassword)
  await page.keyboard.press('Enter')
  await expect(field(page, texts.en.newPassword)).toHaveAccessibleDescription(
    new RegExp(texts.en.sameAsNow),
  )
  await page.keyboard.type('kara-deniz-2024')
  await page.keyboard.press('Enter')
  await expect(field(page, texts.en.newPassword)).toHaveAccessibleDescription(
    new RegExp(texts.en.breachedPassword),
  )
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expectInApplication(page, url, person)
  await expect(page.locator('#provider')).toHaveText('password')
})

test('a user who has forgotten the password chooses a new one with a link in an email, once, and reaches the requested URL (K1h, K1i)', async ({
  page,
  browser,
}) => {
  const person = await newOwner()
  await openForm(page)
  await field(page, texts.en.email).fill(person.email)
  await field(page, texts.en.currentPassword).fill('mavi-deniz-2025')
  await button(page, texts.en.signIn).click()
  await inBothLanguages(page, (language) =>
    expect(field(page, texts[language].currentPassword)).toHaveAccessibleDescription(
      texts[language].invalidCredential,
    ),
  )
  await chooseLanguage(page, 'tr')
  await button(page, texts.tr.forgotPassword).click()
  await button(page, texts.tr.sendLink).click()
  const sentTo = page.locator('.sent output')
  await expect(sentTo).toHaveText(new RegExp(person.email))
  await page.reload()
  await expect(sentTo).toHaveText(new RegExp(person.email))
  await expect(page.getByText('saniye sonra yeniden gönderebilirsiniz.')).toBeVisible()
  const link = signInLinkIn(await awaitEmail(person))
  await page.goto(link)
  await expect(field(page, texts.tr.newPassword)).toBeFocused()
  await chooseLanguage(page, 'en')

  const [name = ''] = person.email.split('@')
  for (const [password, reason] of [
    ['password123', 'commonPassword'],
    ['kara-deniz-2024', 'breachedPassword'],
    [`${name}-2026`, 'personalPassword'],
  ] as const) {
    await field(page, texts.en.newPassword).fill(password)
    await button(page, texts.en.savePassword).click()
    await inBothLanguages(page, (language) =>
      expect(page.getByText(texts[language][reason])).toBeVisible(),
    )
  }
  await field(page, texts.en.newPassword).fill(newPassword)
  await button(page, texts.en.savePassword).click()
  await expectInApplication(page, url, person)
  const { subject } = await awaitEmail(person, { count: 2 })
  expect(subject).toBe('Your password for Foyer Demo was changed')

  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await field(again, texts.en.newPassword).fill('yeşil-orman-1453')
  await button(again, texts.en.savePassword).click()
  await inBothLanguages(again, (language) =>
    expect(again.getByText(texts[language].linkUsed)).toBeVisible(),
  )
})

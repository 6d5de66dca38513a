import { tenants } from '../accounts.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { createAccount } from '../identity-admin.ts'
import { awaitEmail, signInLinkIn } from '../inbox.ts'
import {
  chooseAccount,
  chooseLanguage,
  expectInApplication,
  inBothLanguages,
  signInButton,
} from '../journeys.ts'
import { newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { useUpTries, wrongCodeFor } from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'
import type { Language } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`

/** A user of the company, without another method. The number of emails to one address is limited. */
async function createUser(): Promise<Person> {
  const person = newPerson('globex.example.com')
  await createAccount(person, { provider: null, tenantId: tenants.globex.id })
  return person
}

/** Requests a link on the page of the company, and returns it from the email. */
async function askForLink(page: FlowPage, person: Person, language: Language = 'en') {
  await page.goto(url)
  await page.getByRole('button', { name: tenants.globex.name }).click()
  if (language === 'tr') await chooseLanguage(page, 'tr')
  await page.getByRole('button', { name: texts[language].emailLink }).click()
  const field = page.getByLabel(language === 'tr' ? 'E-posta' : 'Email')
  await field.fill(person.email)
  await field.press('Enter')
  await expect(page.getByText(person.email)).toBeVisible()
  return signInLinkIn(await awaitEmail(person))
}

test('a link that is opened in another browser shows who has requested it, and its code signs in the browser that waits (K6c, K6d)', async ({
  page,
  browser,
}) => {
  const person = await createUser()
  const link = await askForLink(page, person)
  await page.reload()
  await expect(page.getByLabel(texts.en.deviceCode)).toBeFocused()
  await expect(page.getByText('You can send another email in')).toBeVisible()
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(link)
  await expect(phone.getByText('If someone asks you for it')).toBeVisible()
  await expect(phone.getByText('127.0.0.1')).toBeVisible()
  await phone.getByRole('button', { name: 'Show the code' }).click()
  const code = phone.locator('.shown-code')
  await expect(code).toHaveText(/^\d{6}$/)

  const right = await code.evaluate((shown) => shown.textContent ?? '')
  await page.getByLabel(texts.en.deviceCode).fill(wrongCodeFor(right))
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].wrongDeviceCode)).toBeVisible(),
  )
  await page.getByLabel(texts.en.deviceCode).fill(right)
  await expectInApplication(page, url, person)
  await expect(page.locator('#tenant')).toHaveText(tenants.globex.id)
  await expect(page.locator('#provider')).toHaveText('password')

  await phone.getByRole('button', { name: 'This was not me' }).click()
  await expect(phone.getByRole('heading', { name: 'The link was already used' })).toBeVisible()
})

test('a link that is opened in the browser that has requested it signs in there with one press, in Turkish, and only once (K6b)', async ({
  page,
  context,
  browser,
}) => {
  const person = await createUser()
  const link = await askForLink(page, person, 'tr')
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expectInApplication(tab, url, person)
  // The tab that waits for the link has followed.
  await expectInApplication(page, url, person)

  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await again.getByRole('button', { name: 'Show the code' }).click()
  await inBothLanguages(again, (language) =>
    expect(again.getByText(texts[language].linkUsed)).toBeVisible(),
  )
})

test('a link signs in its own account, although another user of the company has signed in in this browser meanwhile (K6b)', async ({
  page,
  context,
}) => {
  const person = await createUser()
  const link = await askForLink(page, person)
  const other = newPerson('globex.example.com')
  await createAccount(other, { tenantId: tenants.globex.id })
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.getByRole('button', { name: tenants.globex.name }).click()
  await signInButton(tab, 'google').click()
  await chooseAccount(tab, other)
  await expectInApplication(tab, url, other)

  const opened = await context.newPage()
  await opened.goto(link)
  await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectInApplication(opened, url, person)

  // The page that waits has kept its step.
  await useUpTries(page.getByLabel(texts.en.deviceCode), () =>
    expect(page.getByText(texts.en.wrongDeviceCode)).toBeVisible(),
  )
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].expiredDeviceCode)).toBeVisible(),
  )
})

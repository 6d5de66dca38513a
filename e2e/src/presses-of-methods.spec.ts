import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { tenants } from './accounts.ts'
import { authenticatorOf, newAuthenticator } from './authenticator.ts'
import { configure } from './configured.ts'
import { countInput } from './count-input.ts'
import type { InputCount } from './count-input.ts'
import { createAccount } from './identity-admin.ts'
import { awaitEmail, signInLinkIn } from './inbox.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import type { Person } from './people.ts'
import { awaitCode, codeField, newPhone } from './phone.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { texts } from './texts.ts'

// The rows of docs/presses.md about passwords, emails, second factors and companies, with the keyboard alone. A press of
// the link in an email is not here, because it is not on our page.

const password = 'mavi-deniz-2026'
const newPassword = 'kizil-dag-1923'
const { en } = texts
const none: InputCount = { presses: 0, keys: 0 }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the sign-in methods of the company Globex, and counts from there. */
async function openMethods(page: Page): Promise<InputCount> {
  const count = await countInput(page)
  await page.goto(`${stack.tenantsGate}/keys`)
  await button(page, tenants.globex.name).click()
  await expect(button(page, en.password)).toBeVisible()
  return Object.assign(count, none)
}

async function pressWithKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Opens the steps of a method, and waits until the user can type. */
async function openSteps(page: Page, method: string): Promise<void> {
  await pressWithKeys(page, button(page, method))
  await expect(page.getByLabel(en.email, { exact: true })).toBeFocused()
}

async function newOwner(options: { password?: string } = {}): Promise<Person> {
  const person = newPerson('globex.example.com')
  await createAccount(person, { provider: null, tenantId: tenants.globex.id, ...options })
  return person
}

test('a sign-in with a password takes the keys of both fields, and Tab and Enter', async ({
  page,
}) => {
  const person = await newOwner({ password })
  const count = await openMethods(page)
  await openSteps(page, en.password)
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expectInApplication(page, `${stack.tenantsGate}/keys`, person)
  const { length } = person.email + password
  expect(count).toEqual({ presses: 0, keys: 3 + 1 + length + 1 + 1 })
})

test('a forgotten password takes the email address once, the new password, and Enter', async ({
  page,
}) => {
  const person = await newOwner({ password })
  const count = await openMethods(page)
  await openSteps(page, en.password)
  await page.keyboard.type(person.email)
  await openSteps(page, en.forgotPassword)
  await page.keyboard.press('Enter')
  await page.goto(signInLinkIn(await awaitEmail(person)))
  await expect(page.getByLabel(en.newPassword, { exact: true })).toBeFocused()
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await expectInApplication(page, `${stack.tenantsGate}/keys`, person)
  const typed = person.email.length + newPassword.length
  expect(count).toEqual({ presses: 0, keys: 3 + 1 + typed + 4 + 1 + 1 + 1 })
})

test('an email link that is opened in the same browser takes the email address, and one press there', async ({
  page,
}) => {
  const person = await newOwner()
  const count = await openMethods(page)
  await openSteps(page, en.emailLink)
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  await page.goto(signInLinkIn(await awaitEmail(person)))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await pressWithKeys(page, button(page, en.signIn))
  await expectInApplication(page, `${stack.tenantsGate}/keys`, person)
  expect(count).toEqual({ presses: 0, keys: 4 + 1 + person.email.length + 1 + 1 + 1 })
})

test('an email link that is opened in another browser takes one press there, and the keys of its code', async ({
  page,
  browser,
}) => {
  const person = await newOwner()
  const count = await openMethods(page)
  await openSteps(page, en.emailLink)
  await page.keyboard.type(person.email)
  await page.keyboard.press('Enter')
  const other = await (await browser.newContext()).newPage()
  const there = await countInput(other)
  await other.goto(signInLinkIn(await awaitEmail(person)))
  await pressWithKeys(other, button(other, 'Show the code'))
  const code = (await other.locator('.shown-code').textContent()) ?? ''
  expect(there).toEqual({ presses: 0, keys: 1 + 1 })
  await page.keyboard.type(code)
  await expectInApplication(page, `${stack.tenantsGate}/keys`, person)
  expect(count).toEqual({ presses: 0, keys: 4 + 1 + person.email.length + 1 + 6 })
})

/** Signs in with Google as a person, up to the second factor, and counts from there. */
async function openSecondFactor(page: Page, person: Person): Promise<InputCount> {
  const count = await countInput(page)
  await openProtected(page, `${stack.gate}/keys`)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await expect(page.locator('[data-screen="secondFactor"]')).toBeVisible()
  return Object.assign(count, none)
}

test('the code of a text message as a second factor takes one press and six keys', async ({
  page,
}) => {
  const [person, phone] = [newPerson(), newPhone()]
  await createAccount(person, { secondPhones: [phone.e164] })
  const count = await openSecondFactor(page, person)
  await pressWithKeys(page, button(page, en.sendToPhone + phone.e164.slice(-4)))
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(await awaitCode(phone))
  await expectInApplication(page, `${stack.gate}/keys`, person)
  expect(count).toEqual({ presses: 0, keys: 1 + 1 + 6 })
})

test('the code of an app as a second factor takes six keys', async ({ page }) => {
  const person = newPerson()
  const app = await newAuthenticator(person.email)
  await createAccount(person, { app: app.uid })
  const count = await openSecondFactor(page, person)
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(app.code())
  await expectInApplication(page, `${stack.gate}/keys`, person)
  expect(count).toEqual({ presses: 0, keys: 6 })
})

test('adding an app takes its press, and the keys to the field and of the code', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await configure(page, { secondFactors: ['totp', 'phone'] })
  const count = await openSecondFactor(page, person)
  await pressWithKeys(page, button(page, en.useApp))
  const secret = (await page.locator('.app-secret code').textContent()) ?? ''
  await tabTo(page, codeField(page))
  await page.keyboard.type(authenticatorOf('new', secret).code())
  await expectInApplication(page, `${stack.gate}/keys`, person)
  expect(count).toEqual({ presses: 0, keys: 1 + 1 + 4 + 6 })
})

test('finding a company takes the keys of the work email and of the code', async ({ page }) => {
  await configure(page, { listTenants: false })
  const email = newPerson('acme.example.com').email
  const count = await countInput(page)
  await page.goto(`${stack.tenantsGate}/keys`)
  await expect(page.getByLabel('Work email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code from the email')).toBeFocused()
  const [code = ''] = /^\d{6}$/m.exec((await awaitEmail({ email })).text) ?? []
  await page.keyboard.type(code)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(count).toEqual({ presses: 0, keys: email.length + 1 + 6 })
})

import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { authenticatorOf, newAuthenticator } from './authenticator.ts'
import { configure } from './configured.ts'
import { countInput } from './count-input.ts'
import type { InputCount } from './count-input.ts'
import { createAccount } from './identity-admin.ts'
import { awaitEmail, signInLinkIn } from './inbox.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import type { Person } from './people.ts'
import { awaitCode, codeField, newPhone, numberField, wrongCodeFor } from './phone.ts'
import { stack } from './stack.ts'
import { tabTo } from './tab-to.ts'
import { texts } from './texts.ts'

// The rows of docs/presses.md, up to the last key or press of each. Most end with a wrong code or password, whose message
// shows that the page has submitted it: the next row then starts on the same page. A press of the link in an email is
// not counted here, because it is not on our page.

const url = `${stack.tenantsGate}/presses`
const password = 'mavi-deniz-2026'
const { en } = texts

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function pressWithKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function newUser(options: object = {}): Promise<Person> {
  const person = newPerson('globex.example.com')
  await createAccount(person, { provider: null, tenantId: tenants.globex.id, ...options })
  return person
}

/** Counts what one job takes. */
async function job(
  name: string,
  count: InputCount,
  walk: () => Promise<Partial<InputCount>>,
): Promise<void> {
  await test.step(name, async () => {
    Object.assign(count, { presses: 0, keys: 0 })
    const expected = await walk()
    expect(count, name).toEqual({ presses: 0, keys: 0, ...expected })
  })
}

/** Returns to the sign-in methods with the page’s own button. */
async function leave(page: Page): Promise<void> {
  await button(page, en.backToOptions).click()
  await expect(button(page, en.password)).toBeVisible()
}

/** Opens the steps of a method with the keyboard, and types the email address into their field. */
async function openSteps(page: Page, method: string, email: string): Promise<void> {
  await pressWithKeys(page, button(page, method))
  await expect(field(page, en.email)).toBeFocused()
  await page.keyboard.type(email)
}

/** Signs in with a password in the open form, up to the second factor. */
async function reachSecondFactor(page: Page, person: Person): Promise<void> {
  await field(page, en.email).fill(person.email)
  await field(page, en.currentPassword).fill(password)
  await button(page, en.signIn).click()
  await expect(page.locator('[data-screen="secondFactor"]')).toBeVisible()
}

test('finding a company, passwords, email links, second factors and a return take the keys and presses that are documented', async ({
  page,
  browser,
}) => {
  test.slow()
  await configure(page, { secondFactors: ['totp', 'phone'] })
  const [owner, linked] = [await newUser({ password }), await newUser()]
  const count = await countInput(page)

  await page.goto(url)
  await button(page, tenants.globex.name).click()
  await expect(button(page, en.password)).toBeVisible()
  await job('password', count, async () => {
    const wrong = 'mavi-deniz-2025'
    await openSteps(page, en.password, owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(wrong)
    await page.keyboard.press('Enter')
    await expect(field(page, en.currentPassword)).toHaveAccessibleDescription(en.invalidCredential)
    return { keys: 3 + 1 + owner.email.length + 1 + wrong.length + 1 }
  })

  // The way to the form and the address in it are the same as for the password.
  await field(page, en.email).focus()
  await job('forgotten password, from the address to the email', count, async () => {
    await pressWithKeys(page, button(page, en.forgotPassword))
    await expect(field(page, en.email)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('.sent output')).toContainText(owner.email)
    return { keys: 4 + 1 + 1 }
  })

  await leave(page)
  await button(page, en.password).click()
  const phone = newPhone()
  await reachSecondFactor(page, await newUser({ password, secondPhones: [phone.e164] }))
  await job('text message as second factor', count, async () => {
    await pressWithKeys(page, button(page, en.sendToPhone + phone.e164.slice(-4)))
    await expect(codeField(page)).toBeFocused()
    await page.keyboard.type(wrongCodeFor(await awaitCode(phone)))
    await expect(codeField(page)).toHaveAccessibleDescription(en.wrongCode)
    return { keys: 1 + 1 + 6 }
  })

  await button(page, en.backToOptions).click()
  const known = newPerson('globex.example.com')
  const app = await newAuthenticator(known.email)
  await createAccount(known, {
    provider: null,
    tenantId: tenants.globex.id,
    password,
    app: app.uid,
  })
  await reachSecondFactor(page, known)
  await expect(codeField(page)).toBeFocused()
  await job('app as second factor', count, async () => {
    await page.keyboard.type(wrongCodeFor(app.code()))
    await expect(codeField(page)).toHaveAccessibleDescription(en.usedCode)
    return { keys: 6 }
  })

  await button(page, en.backToOptions).click()
  await reachSecondFactor(page, owner)
  await job('adding an app', count, async () => {
    await pressWithKeys(page, button(page, en.useApp))
    const secret = (await page.locator('.app-secret code').textContent()) ?? ''
    await tabTo(page, codeField(page))
    await page.keyboard.type(wrongCodeFor(authenticatorOf('new', secret).code()))
    await expect(codeField(page)).toHaveAccessibleDescription(en.usedCode)
    return { keys: 1 + 1 + 4 + 6 }
  })

  await button(page, en.backToOptions).click()
  await leave(page)
  await job('email link, up to the email', count, async () => {
    await openSteps(page, en.emailLink, linked.email)
    await page.keyboard.press('Enter')
    await expect(field(page, en.deviceCode)).toBeFocused()
    return { keys: 4 + 1 + linked.email.length + 1 }
  })
  const link = signInLinkIn(await awaitEmail(linked))
  const other = await (await browser.newContext()).newPage()
  const there = await countInput(other)
  await other.goto(link)
  await job('email link, another browser', there, async () => {
    await pressWithKeys(other, button(other, 'Show the code'))
    await expect(other.locator('.shown-code')).toHaveText(/^\d{6}$/)
    return { keys: 1 + 1 }
  })
  const shown = (await other.locator('.shown-code').textContent()) ?? ''
  await job('email link, the code of the other browser', count, async () => {
    await page.keyboard.type(wrongCodeFor(shown))
    await expect(page.getByText(en.wrongDeviceCode)).toBeVisible()
    return { keys: 6 }
  })

  await configure(other, { listTenants: false })
  await other.goto(url)
  await expect(other.getByLabel(en.workEmail)).toBeFocused()
  await job('finding a company', there, async () => {
    const { email } = newPerson('globex.example.com')
    await other.keyboard.type(email)
    await other.keyboard.press('Enter')
    await expect(other.getByLabel(en.emailedCode)).toBeFocused()
    const [code = ''] = /^\d{6}$/m.exec((await awaitEmail({ email })).text) ?? []
    await other.keyboard.type(code)
    await expect(button(other, en.password)).toBeVisible()
    return { keys: email.length + 1 + 6 }
  })

  await other.goto(signInLinkIn(await awaitEmail(owner)))
  await expect(field(other, en.newPassword)).toBeFocused()
  await job('forgotten password, after the email', there, async () => {
    const common = 'password123'
    await other.keyboard.type(common)
    await other.keyboard.press('Enter')
    await expect(other.getByText(en.commonPassword)).toBeVisible()
    return { keys: common.length + 1 }
  })
  await other.context().close()

  // Without the second factors, which this user would have to add.
  await page.unroute('**/config.json*')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await job('email link, same browser', count, async () => {
    await pressWithKeys(page, button(page, en.signIn))
    await expectInApplication(page, url, linked)
    return { keys: 1 + 1 }
  })

  // The account stays in the browser, and the session at the application ends.
  await page.context().clearCookies()
  await page.goto(url)
  await expect(button(page, tenants.globex.name)).toBeFocused()
  await job('returning user of a company, account in the browser', count, async () => {
    await page.keyboard.press('Enter')
    await expectInApplication(page, url, linked)
    return { keys: 1 }
  })
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.goto(url)
  await job('returning user of a company, after a sign-out', count, async () => {
    await signInButton(page, 'google').click()
    await chooseAccount(page, accounts.atGlobex)
    await expectInApplication(page, url, accounts.atGlobex)
    return { presses: 2 }
  })
})

test.describe('in Turkey', () => {
  test.use({ locale: 'tr-TR' })

  test('a sign-in by phone takes one press and the keys of the number, Enter and the code', async ({
    page,
  }) => {
    const count = await countInput(page)
    const phone = newPhone()
    await openProtected(page, `${stack.gate}/presses`)
    await job('phone', count, async () => {
      await button(page, en.phone).click()
      await expect(numberField(page)).toBeFocused()
      await page.keyboard.type(phone.national)
      await page.keyboard.press('Enter')
      await expect(codeField(page)).toBeFocused()
      await page.keyboard.type(wrongCodeFor(await awaitCode(phone)))
      await expect(codeField(page)).toHaveAccessibleDescription(en.wrongCode)
      return { presses: 1, keys: 10 + 1 + 6 }
    })
  })
})

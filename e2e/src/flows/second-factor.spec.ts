import { authenticatorOf, newAuthenticator } from '../authenticator.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import {
  chooseAccount,
  chooseLanguage,
  expectInApplication,
  openProtected,
  signInButton,
} from '../journeys.ts'
import { configure } from '../configured.ts'
import { newPerson } from '../people.ts'
import { awaitCode, codeField, newPhone, wrongCodeFor } from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.gate}/second-factor?x=1`

test('after Google, a user enters the code of a text message across a reload and a wrong code, and reaches the requested URL (K3a, K3d)', async ({
  page,
}) => {
  const person = newPerson()
  const phone = newPhone()
  await createAccount(person, { secondPhone: phone.e164 })
  await openProtected(page, url)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  const send = page.getByRole('button', { name: texts.en.sendToPhone + phone.e164.slice(-4) })
  await expect(send).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.en.interrupted)).toBeVisible()

  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await send.click()
  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await expect(codeField(page)).toHaveAccessibleDescription(texts.en.wrongCode)
  await codeField(page).fill(code)
  await expectInApplication(page, url, person)
  await expect(page.locator('#second-factor')).toHaveText('phone')
})

test('after Google, a user enters the code of an authenticator app, in Turkish (K3b)', async ({
  page,
}) => {
  const person = newPerson()
  const app = await newAuthenticator(person.email)
  await createAccount(person, { app: app.uid })
  await openProtected(page, url)
  await chooseLanguage(page, 'tr')
  await signInButton(page, 'google', 'tr').click()
  await chooseAccount(page, person)
  await expect(page.getByRole('heading', { name: texts.tr.appCode })).toBeVisible()
  await codeField(page, 'tr').fill(app.code())
  await expectInApplication(page, url, person)
  await expect(page.locator('#second-factor')).toHaveText('totp')
})

test('a user whose company requires a second step adds an authenticator app at the sign-in, and its code is asked for at the next one (K3e)', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await configure(page, { secondFactors: ['totp', 'phone'] })
  await openProtected(page, url)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await page.getByRole('button', { name: texts.en.useApp }).click()
  const secret = await page.locator('.app-secret code').evaluate(({ textContent }) => textContent)
  const app = authenticatorOf('new', secret)
  await page.getByLabel(texts.en.appName).fill('Work phone')
  await codeField(page).fill(app.code())
  await expectInApplication(page, url, person)
  await expect(page.locator('#second-factor')).toHaveText('totp')

  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await openProtected(page, url)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await expect(page.getByRole('heading', { name: texts.en.appCode })).toBeVisible()
  await codeField(page).fill(app.code(1))
  await expectInApplication(page, url, person)
})

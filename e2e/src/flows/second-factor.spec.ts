import { authenticatorOf } from '../authenticator.ts'
import { configure } from '../configured.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount } from '../identity-admin.ts'
import {
  chooseAccount,
  chooseLanguage,
  expectInApplication,
  inBothLanguages,
  openProtected,
  signInButton,
} from '../journeys.ts'
import { newPerson } from '../people.ts'
import { awaitCode, codeField, expireCodes, newPhone, wrongCodeFor } from '../phone.ts'
import type { Phone } from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.gate}/second-factor?x=1`

test('after Google, a user enters the code of a text message across a reload, a late code and a wrong one, and reaches the requested URL (K3a, K3d)', async ({
  page,
}) => {
  const person = newPerson()
  const [lost, phone] = [newPhone(), newPhone()]
  await createAccount(person, { secondPhones: [lost.e164, phone.e164] })
  await openProtected(page, url)
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  const sendTo = ({ e164 }: Phone) =>
    page.getByRole('button', { name: texts.en.sendToPhone + e164.slice(-4) })
  await expect(sendTo(phone)).toBeVisible()
  await page.reload()
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].interrupted)).toBeVisible(),
  )

  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  await sendTo(lost).click()
  const late = await awaitCode(lost)
  await expireCodes(lost)
  await codeField(page).fill(late)
  await inBothLanguages(page, (language) =>
    expect(codeField(page, language)).toHaveAccessibleDescription(texts[language].expiredCode),
  )
  await page.getByRole('button', { name: texts.en.anotherFactor }).click()
  await sendTo(phone).click()
  const code = await awaitCode(phone)
  await codeField(page).fill(wrongCodeFor(code))
  await inBothLanguages(page, (language) =>
    expect(codeField(page, language)).toHaveAccessibleDescription(texts[language].wrongCode),
  )
  await codeField(page).fill(code)
  await expectInApplication(page, url, person)
  await expect(page.locator('#second-factor')).toHaveText('phone')
})

test('a user whose company requires a second step adds an authenticator app at the sign-in, and at the next one its next code is asked for, with help for a user who has lost it (K3b, K3e)', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await configure(page, { secondFactors: ['totp', 'phone'] })
  await openProtected(page, url)
  await chooseLanguage(page, 'tr')
  await signInButton(page, 'google', 'tr').click()
  await chooseAccount(page, person)
  await page.getByRole('button', { name: texts.tr.useApp }).click()
  const secret = await page.locator('.app-secret code').evaluate(({ textContent }) => textContent)
  const app = authenticatorOf('new', secret)
  await page.getByLabel(texts.tr.appName).fill('İş telefonu')
  const first = app.code()
  await codeField(page, 'tr').fill(wrongCodeFor(first))
  await expect(codeField(page, 'tr')).toHaveAccessibleDescription(texts.tr.usedCode)
  await codeField(page, 'tr').fill(first)
  await expectInApplication(page, url, person)
  await expect(page.locator('#second-factor')).toHaveText('totp')

  await page.getByRole('link', { name: 'Sign out' }).click()
  await signInButton(page, 'google', 'tr').click()
  await chooseAccount(page, person)
  await expect(page.getByRole('heading', { name: texts.tr.appCode })).toBeVisible()
  await chooseLanguage(page, 'en')
  await inBothLanguages(page, async (language) => {
    await expect(page.getByText(texts[language].lostFactor)).toBeVisible()
    await expect(page.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  })
  // Without the app, the user can go back and use another account.
  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await signInButton(page, 'google').click()
  await chooseAccount(page, person)
  // Each code is valid once, and for a short time.
  for (const code of [first, app.code(-20)]) {
    await codeField(page).fill(code)
    await inBothLanguages(page, (language) =>
      expect(codeField(page, language)).toHaveAccessibleDescription(texts[language].usedCode),
    )
  }
  await codeField(page).fill(app.code(1))
  await expectInApplication(page, `${stack.gate}/`, person)
})

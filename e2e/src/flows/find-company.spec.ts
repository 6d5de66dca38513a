import { accounts, tenants } from '../accounts.ts'
import { configure } from '../configured.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { awaitEmail } from '../inbox.ts'
import { expectInApplication, inBothLanguages, signInButton, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { useUpTries, wrongCodeFor } from '../phone.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`
/** Nobody else's emails are in the inbox under this address. */
const newAddress = (domain: string) => newPerson().email.replace(/@.*/, `@${domain}`)

test('where companies are not listed, only an email tells a user that the domain is unknown, and a code from an email leads to the company, once for this browser (K5e, K5f)', async ({
  page,
}) => {
  await configure(page, { listTenants: false })
  const unknown = newAddress('unknown.example.com')
  await page.goto(url)
  const field = page.getByLabel(texts.en.workEmail)
  const codeField = page.getByLabel(texts.en.emailedCode)
  await expect(field).toBeFocused()
  await expect(page.getByText(tenants.globex.name)).toHaveCount(0)
  await page.keyboard.type(unknown)
  await page.keyboard.press('Enter')
  await expect(codeField).toBeFocused()
  expect((await awaitEmail({ email: unknown })).text).toContain('No company uses it')
  await useUpTries(codeField, () => expect(page.getByText(texts.en.wrongEmailedCode)).toBeVisible())
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].expiredEmailedCode)).toBeVisible(),
  )
  await page.goBack()
  await expect(field).toHaveValue(unknown)
  await expect(field).toBeFocused()

  const email = newAddress('acme.example.com')
  await page.goto(url)
  await expect(field).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(codeField).toBeFocused()
  await page.reload()
  await expect(codeField).toBeFocused()
  const [code = ''] = /^\d{6}$/m.exec((await awaitEmail({ email })).text) ?? []
  await page.keyboard.type(wrongCodeFor(code))
  await inBothLanguages(page, (language) =>
    expect(page.getByText(texts[language].wrongEmailedCode)).toBeVisible(),
  )
  await codeField.fill(code)
  await signInWith(page, accounts.atAcme)
  await expectInApplication(page, url, accounts.atAcme)
  await expect(page.locator('#tenant')).toHaveText(tenants.acme.id)

  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.getByRole('button', { name: texts.en.changeTenant }).click()
  await expect(page.getByRole('button', { name: tenants.acme.name })).toBeFocused()
  await expect(page.getByLabel('Work email of another company')).toBeVisible()
})

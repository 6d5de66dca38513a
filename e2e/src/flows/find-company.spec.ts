import { accounts, tenants } from '../accounts.ts'
import { configure } from '../configured.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { awaitEmail } from '../inbox.ts'
import { chooseLanguage, expectInApplication, signInButton, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { stack } from '../stack.ts'

const url = `${stack.tenantsGate}/team?x=1`
/** Nobody else's emails are in the inbox under this address. */
const newAddress = (domain: string) => newPerson().email.replace(/@.*/, `@${domain}`)

test('where companies are not listed, a user finds the company with a code from an email, and need not do so again (K5e, K5f)', async ({
  page,
}) => {
  await configure(page, { listTenants: false })
  const email = newAddress('acme.example.com')
  await page.goto(url)
  const field = page.getByLabel('Work email')
  await expect(field).toBeFocused()
  await expect(page.getByText(tenants.globex.name)).toHaveCount(0)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')

  const codeField = page.getByLabel('Code from the email')
  await expect(codeField).toBeFocused()
  await page.reload()
  await expect(codeField).toBeFocused()
  const [code = ''] = /^\d{6}$/m.exec((await awaitEmail({ email })).text) ?? []
  await page.keyboard.type(code)
  await signInWith(page, accounts.atAcme)
  await expectInApplication(page, url, accounts.atAcme)
  await expect(page.locator('#tenant')).toHaveText(tenants.acme.id)

  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.getByRole('button', { name: 'Change company' }).click()
  await expect(page.getByRole('button', { name: tenants.acme.name })).toBeFocused()
  await expect(page.getByLabel('Work email of another company')).toBeVisible()
})

test('where companies are not listed, a user whose domain is unknown is told so by email alone, in Turkish (K5d)', async ({
  page,
}) => {
  await configure(page, { listTenants: false })
  const email = newAddress('unknown.example.com')
  await page.goto(url)
  await expect(page.getByLabel('Work email')).toBeFocused()
  await chooseLanguage(page, 'tr')
  await page.getByLabel('İş e-postası').fill(email)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByText('E-postada bir kod ya da')).toBeVisible()
  expect((await awaitEmail({ email })).text).toContain('kullanan bir şirket yok')
  await page.getByLabel('E-postadaki kod').fill('123456')
  await expect(page.getByText('Kod bu değil.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('İş e-postası')).toHaveValue(email)
})

import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accounts, tenants } from '../accounts.ts'
import {
  chooseAccount,
  chooseLanguage,
  expectInApplication,
  signInButton,
  signInWith,
} from '../journeys.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/team?x=1`

test('a user chooses a company, goes back to the list and signs in to another one, whose buttons come first the next time, and then to the first one with SAML, in Turkish (C8a, C8c)', async ({
  page,
}) => {
  await page.goto(url)
  const choice = page.getByRole('heading', { name: texts.en.chooseTenant })
  await expect(choice).toBeVisible()
  await page.getByRole('button', { name: tenants.acme.name }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.goBack()
  await expect(choice).toBeVisible()
  await page.getByRole('button', { name: tenants.globex.name }).click()
  await signInWith(page, accounts.atGlobex)
  await expectInApplication(page, url, accounts.atGlobex)
  await expect(page.locator('#tenant')).toHaveText(tenants.globex.id)

  // Without an account, the buttons of this company are shown directly, and the list is one press away.
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.getByText(tenants.globex.name, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: texts.en.changeTenant }).click()
  await expect(choice).toBeVisible()
  await expect(page.getByRole('button', { name: tenants.globex.name })).toBeFocused()
  await page.getByRole('button', { name: tenants.acme.name }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
  await chooseLanguage(page, 'tr')
  await page.getByRole('button', { name: 'Acme ile devam et' }).click()
  await chooseAccount(page, accounts.atAcmeBySaml)
  // After a sign-out, the request is for the application's first page.
  await expectInApplication(page, `${stack.tenantsGate}/`, accounts.atAcmeBySaml)
  await expect(page.locator('#provider')).toHaveText('saml.acme')
})

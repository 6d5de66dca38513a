import { accounts, tenants } from '../accounts.ts'
import { configureTenant } from '../configured.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { expectInApplication, inBothLanguages, signInAsNew } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const url = `${stack.tenantsGate}/rejected?x=1`
const methods = [
  'google.com',
  { provider: 'oidc.initech', label: { en: 'Initech', tr: 'Initech' } },
]

test('a user who signs in with a method that the company does not allow reads which account was rejected and what is allowed, and signs in with that (K2)', async ({
  page,
}) => {
  const person = newPerson()
  // The page offers a method that the access policy of the gate does not allow.
  await configureTenant(page, tenants.initech.id, { methods })
  await page.goto(url)
  await page.getByRole('button', { name: tenants.initech.name, exact: true }).click()
  await signInAsNew(page, person, { provider: 'google' })
  await inBothLanguages(page, async (language) => {
    await expect(page.getByRole('alert')).toContainText(texts[language].wayNotAllowed)
    const details = page.locator('.notice')
    await expect(details).toContainText(person.email)
    await expect(details).toContainText(texts[language].allowedWays)
    await expect(details).toContainText('Initech')
  })

  await page.getByRole('button', { name: texts.en.backToOptions }).click()
  await page.getByRole('button', { name: /Initech/ }).click()
  await page.getByRole('button', { name: accounts.atInitech.name }).click()
  await expectInApplication(page, url, accounts.atInitech)
})

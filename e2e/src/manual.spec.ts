import { expect, test } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { expectInApplication, reachApplication } from './journeys.ts'
import { newPerson } from './people.ts'
import { withToken } from './requests.ts'
import { stack } from './stack.ts'

const product = `${stack.gate}/`

test('a signed-in user is asked before a token changes the account, and either keeps the account or switches to a new session', async ({
  page,
}) => {
  const stranger = newPerson()
  const tenantId = tenants.acme.id
  const tokenOfAcme = customTokenFor(await createAccount(stranger, { tenantId }), { tenantId })
  await reachApplication(page, product, accounts.ordinary)
  await page.goto(withToken(tokenOfAcme))
  await expect(
    page.getByRole('heading', { name: 'Which account would you like to use?' }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: `Switch to ${stranger.email} (Acme)` }),
  ).toBeVisible()
  await expectStoredAccounts(page, 1)
  await page.getByRole('button', { name: `Continue as ${accounts.ordinary.email}` }).click()
  await expectInApplication(page, product, accounts.ordinary)

  const person = newPerson()
  await page.goto(withToken(customTokenFor(await createAccount(person))))
  await page.getByRole('button', { name: `Switch to ${person.email}` }).click()
  await expectInApplication(page, product, person)
})

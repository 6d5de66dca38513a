import { expect, test } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { expectInApplication, reachApplication } from './journeys.ts'
import { newPerson } from './people.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const product = `${stack.gate}/`
const withToken = (token: string, page = `${stack.login}/`) => {
  const url = new URL(page)
  url.searchParams.set('access_token', token)
  return url.href
}

test('a token in the URL signs the user in, and is removed from the URL and the history before any request is sent (C12a, A11)', async ({
  page,
  context,
}) => {
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  const leaked: string[] = []
  page.on('request', (request) => {
    const isOwnPage = request.isNavigationRequest() && request.url().includes('access_token')
    if (!isOwnPage && request.url().includes(token)) leaked.push(request.url())
    if (request.headers()['referer']?.includes(token)) leaked.push('referer')
  })
  await page.goto(withToken(token))
  await expectInApplication(page, product, person)
  expect(leaked).toEqual([])

  await page.goBack()
  expect(page.url()).not.toContain(token)
  expect(JSON.stringify(await context.storageState())).not.toContain(token)

  // Registration uses no token. If the page kept it, the next user would be signed in with it.
  await page.goto(withToken(token, `${stack.login}/registration`))
  await expect(page.getByRole('textbox', { name: texts.en.firstName })).toBeVisible()
  expect(JSON.stringify(await context.storageState())).not.toContain(token)
})

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

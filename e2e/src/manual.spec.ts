import { expect, test } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { expectInApplication, openProtected, reachApplication, signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const product = `${stack.gate}/`
const withToken = (token: string, address = `${stack.login}/`) => {
  const url = new URL(address)
  url.searchParams.set('access_token', token)
  return url.href
}

test('a token in the address signs in, and is gone from the address and the history before anything is sent (C12a, A11)', async ({
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
})

test('a token with a sign-in request ends at the address that was asked for (C12b)', async ({
  page,
}) => {
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  await openProtected(page, `${stack.gate}/with-request?x=1`)
  await page.goto(withToken(token, page.url()))
  await expectInApplication(page, `${stack.gate}/with-request?x=1`, person)
})

test('a reload in the middle does not use the token again', async ({ page }) => {
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  let uses = 0
  await page.route('**/accounts:signInWithCustomToken?*', async (route) => {
    uses += 1
    await route.abort('connectionfailed')
  })
  await page.goto(withToken(token))
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.unroute('**/accounts:signInWithCustomToken?*')
  await page.reload()
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(uses).toBe(1)
})

test('a token that is not used where it arrived signs in nobody who comes later', async ({
  page,
  context,
}) => {
  const token = customTokenFor(await createAccount(newPerson()))
  await page.goto(withToken(token, `${stack.login}/registration`))
  await expect(page.getByRole('textbox', { name: words.en.firstName })).toBeVisible()
  expect(JSON.stringify(await context.storageState())).not.toContain(token)

  await page.route('**/config.json*', (route) => route.fulfill({ status: 503 }))
  await page.goto(withToken(token))
  await expect(page.getByRole('button', { name: words.en.retry })).toBeVisible()
  const next = await context.newPage()
  await page.close()
  await openProtected(next, product)
})

test('a token that is not valid is refused in words and removed', async ({ page }) => {
  const good = customTokenFor('someone')
  await page.route('**/accounts:signInWithCustomToken?*', (route) => route.abort())
  for (const token of [
    'hello',
    '<script>alert(1)</script>',
    customTokenFor('someone', { lifetime: -3600 }),
    customTokenFor('someone', { aud: 'https://evil.example' }),
    withHeader(good, { alg: 'RS256', jwk: {} }),
    good.slice(0, 80),
  ]) {
    await page.goto(withToken(token))
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.locator('body')).not.toContainText(/auth\/|token|undefined/)
    expect(page.url()).not.toContain('access_token')
    expect(await page.evaluate(() => localStorage.getItem('manual_token'))).toBeNull()
  }
  // Without a request, an empty token is no token: the product asks properly.
  await page.goto(withToken(''))
  await expect(signInButton(page, 'google')).toBeVisible()
})

test('whoever is signed in is asked before another account takes over, and may stay', async ({
  page,
}) => {
  const stranger = newPerson()
  const token = customTokenFor(await createAccount(stranger))
  await reachApplication(page, product, accounts.ordinary)
  await page.goto(withToken(token))
  await expect(
    page.getByRole('heading', { name: 'Which account would you like to use?' }),
  ).toBeVisible()
  await page.getByRole('button', { name: `Continue as ${accounts.ordinary.email}` }).click()
  await expectInApplication(page, product, accounts.ordinary)
})

test('or may change, and the application’s session changes with them', async ({ page }) => {
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  await reachApplication(page, product, accounts.ordinary)
  await page.goto(withToken(token))
  await page.getByRole('button', { name: `Switch to ${person.email}` }).click()
  await expectInApplication(page, product, person)
})

test('whoever is signed in to another company is asked too, with both accounts named', async ({
  page,
}) => {
  const stranger = newPerson()
  const tenantId = tenants.acme.id
  const token = customTokenFor(await createAccount(stranger, { tenantId }), { tenantId })
  await reachApplication(page, product, accounts.ordinary)
  await page.goto(withToken(token))
  await expect(
    page.getByRole('button', { name: `Switch to ${stranger.email} (Acme)` }),
  ).toBeVisible()
  await expectStoredAccounts(page, 1)
  await page.getByRole('button', { name: `Continue as ${accounts.ordinary.email}` }).click()
  await expectInApplication(page, product, accounts.ordinary)
})

test('a token of a company does not serve another, nor the project itself', async ({ page }) => {
  const token = customTokenFor('someone', { tenantId: tenants.acme.id })
  await openProtected(page, product)
  await page.goto(withToken(token, page.url()))
  await expect(page.getByRole('alert')).not.toBeEmpty()
  expect(new URL(page.url()).origin).toBe(stack.login)

  await page.goto(withToken(customTokenFor('someone', { tenantId: 'unknown-9z9z9' })))
  await expect(page.getByRole('alert')).not.toBeEmpty()
})

function withHeader(token: string, header: object): string {
  const [, ...rest] = token.split('.')
  return [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
}

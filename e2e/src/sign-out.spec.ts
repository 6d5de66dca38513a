import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { openProtected, reachApplication, signInButton, signInWith } from './journeys.ts'
import { newPerson } from './people.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('signing out of the application ends the session and the account (C7a)', async ({
  page,
  context,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()

  // The application is asked for again after the sign-out, so the visitor ends at the buttons: nobody
  // is let in by an account that the page still remembers.
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.getByText(words.en.signedOut)).toBeVisible() // K8
  await openProtected(page, `${stack.gate}/again`)
  await expect(page.getByText(words.en.signedOut)).toBeHidden()
  const cookies = await context.cookies(stack.gate)
  expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([])
})

test('without an application to go back to, the page says that sign-out is complete (C7b)', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await signOut(page)
  const remembered = await page.evaluate(() => localStorage.getItem('ciap:auth-tenants:12345'))
  expect(remembered).toBeNull()
})

test.describe('after "You have been signed out." no account is stored, however it got there', () => {
  test('by a sign-in whose exchange failed, after which the next user is asked who they are (C7c)', async ({
    page,
  }) => {
    await openProtected(page, `${stack.gate}/unfinished`)
    await page.route('**/_gcp_iap/handle_redirect', (route) => route.fulfill({ status: 503 }))
    await signInWith(page, accounts.ordinary)
    await expect(page.getByRole('button', { name: words.en.retry })).toBeVisible()
    await expectStoredAccounts(page, 1)
    await page.unroute('**/_gcp_iap/handle_redirect')

    await signOut(page)
    await openProtected(page, `${stack.gate}/next`)
  })

  test('by a token in the URL for a company, whose tab was closed before the application answered (C7c)', async ({
    page,
  }) => {
    const person = newPerson()
    const uid = await createAccount(person, { tenantId: tenants.acme.id })
    await page.route(`${stack.gate}/**`, (route) => route.fulfill({ status: 204 }))
    const token = customTokenFor(uid, { tenantId: tenants.acme.id })
    await page.goto(`${stack.login}/?access_token=${token}`)
    await expectStoredAccounts(page, 1)
    await signOut(page)
  })
})

test('after a sign-out the SDK of another tab, which waits for the network, stores no account anew', async ({
  context,
}) => {
  const [page, waiting] = [await context.newPage(), await context.newPage()]
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  const answer = await page.request.get(`${stack.gate}/?gcp-iap-mode=DO_SESSION_REFRESH`, {
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  })
  let letGo = (): void => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  const isAsked = new Promise<void>((resolve) => {
    void waiting.route('**/accounts:lookup?*', async (route) => {
      resolve()
      await isLetGo
      await route.continue().catch(() => {})
    })
  })
  await waiting.goto((answer.headers()['location'] ?? '').replace('mode=login', 'mode=reauth'))
  await waiting.getByRole('button', { name: words.en.phone }).click()
  await waiting.getByRole('textbox', { name: words.en.phoneNumber }).fill('555 000 00 01')
  await waiting.getByRole('button', { name: words.en.sendCode }).click()
  await isAsked

  await signOut(page)
  // It starts over, and has no part any more in what it was at.
  await expect(signInButton(waiting, 'google')).toBeVisible()
  letGo()
  await waiting.reload()
  await expect(signInButton(waiting, 'google')).toBeVisible()
  await expectStoredAccounts(page, 0)
})

async function signOut(page: Page) {
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
  await expect(page.getByRole('heading', { name: words.en.signedOut })).toBeVisible()
  await expectStoredAccounts(page, 0)
}

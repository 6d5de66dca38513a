import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { openProtected, reachApplication, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('signing out of the application ends the session and the account, and the page says that sign-out is complete (C7a, C7b)', async ({
  page,
  context,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()

  // The application is asked for again after the sign-out, so the user ends at the buttons: nobody
  // is let in by an account that the page still remembers.
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.getByText(words.en.signedOut)).toBeVisible() // K8
  const cookies = await context.cookies(stack.gate)
  expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([])
  await openProtected(page, `${stack.gate}/again`)
  await expect(page.getByText(words.en.signedOut)).toBeHidden()

  // Without an application to go back to.
  await signInWith(page, accounts.ordinary)
  await page.waitForURL(`${stack.gate}/again`)
  await signOut(page)
  const remembered = await page.evaluate(() => localStorage.getItem('ciap:auth-tenants:12345'))
  expect(remembered).toBeNull()
})

test('after "You have been signed out." no account is stored of a sign-in whose exchange failed, and the next user is asked who they are (C7c)', async ({
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

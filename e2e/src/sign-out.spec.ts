import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectStoredAccounts } from './browser-storage.ts'
import { openProtected, reachApplication, signInButton, signInWith, signOut } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('after a sign-out no account of a sign-in with a failed exchange is stored, and the next user has to sign in (C7c)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/unfinished`)
  await page.route('**/_gcp_iap/handle_redirect', (route) => route.fulfill({ status: 503 }))
  await signInWith(page, accounts.ordinary)
  await expect(page.getByRole('button', { name: texts.en.retry })).toBeVisible()
  await expectStoredAccounts(page, 1)
  await page.unroute('**/_gcp_iap/handle_redirect')

  await signOut(page)
  await openProtected(page, `${stack.gate}/next`)
})

test('after a sign-out the SDK in another tab that waits for the network does not store the account again', async ({
  context,
}) => {
  const [page, waiting] = [await context.newPage(), await context.newPage()]
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  const answer = await page.request.get(`${stack.gate}/?gcp-iap-mode=DO_SESSION_REFRESH`, {
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  })
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const isAsked = new Promise<void>((resolve) => {
    void waiting.route('**/accounts:lookup?*', async (route) => {
      resolve()
      await isReleased
      await route.continue().catch(() => {})
    })
  })
  await waiting.goto((answer.headers()['location'] ?? '').replace('mode=login', 'mode=reauth'))
  await waiting.getByRole('button', { name: texts.en.phone }).click()
  await waiting.getByRole('textbox', { name: texts.en.phoneNumber }).fill('555 000 00 01')
  await waiting.getByRole('button', { name: texts.en.sendCode }).click()
  await isAsked

  await signOut(page)
  // The other tab starts over and drops its phone sign-in.
  await expect(signInButton(waiting, 'google')).toBeVisible()
  release()
  await waiting.reload()
  await expect(signInButton(waiting, 'google')).toBeVisible()
  await expectStoredAccounts(page, 0)
})

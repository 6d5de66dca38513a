import { accounts } from '../accounts.ts'
import { expectStoredAccounts } from '../browser-storage.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { expect } from '../engines/expect.ts'
import { chooseAccount, expectInApplication, signInButton } from '../journeys.ts'
import { texts } from '../texts.ts'
import type { Visit } from '../two-sites/internet.ts'
import { cookiePath } from '../two-sites/third-party-cookie.ts'
import { test } from '../two-sites/test.ts'

test('in a browser that blocks third-party cookies, with the application on another site, a user signs in by redirect, gets a new session without a prompt, and signs out (IAP-03a, RD-02a)', async ({
  page,
  sites,
}) => {
  const { app, login, visits } = sites
  await page.goto(app + cookiePath)
  await page.reload()
  await expect(page.locator('body')).toHaveText('third-party=1')

  visits.length = 0
  await page.goto(`${app}/first?x=1`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(login)
  expect(await fetchFrom(page, app + cookiePath)).toBe('')
  await signInButton(page, 'google').click()
  await chooseAccount(page, accounts.ordinary)
  await expectInApplication(page, `${app}/first?x=1`, accounts.ordinary)
  expectNonceInNavigationAlone(visits)

  visits.length = 0
  await page.context().clearCookies({ name: '__Host-foyer-session' })
  await page.goto(`${app}/second`)
  await expectInApplication(page, `${app}/second`, accounts.ordinary)
  expectNonceInNavigationAlone(visits)
  const calls = visits.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(calls).toEqual(['/v1/token', '/_gcp_iap/handle_redirect'])

  await page.getByText('Sign out').click()
  await expect(page.getByText(texts.en.signedOut)).toBeVisible()
  await expectStoredAccounts(page, 0)
  await page.goto(`${app}/third`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).origin).toBe(login)
})

test('in a browser with partitioned storage, a sign-in by redirect over helper pages on another site says that storage is blocked, and the buttons work (RD-02b)', async ({
  page,
  sites,
}) => {
  const { app, login, loginWithoutHelper } = sites
  await page.goto(`${app}/lost`)
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.goto(page.url().replace(login, loginWithoutHelper))
  await signInButton(page, 'google').click()
  await chooseAccount(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText(
    'Your browser is blocking the storage that sign-in needs.',
  )
  expect(new URL(page.url()).origin).toBe(loginWithoutHelper)
  await expect(signInButton(page, 'microsoft')).toBeEnabled()
})

/** The body of a response. The request has cookies, if the browser allows them. */
function fetchFrom(page: FlowPage, url: string): Promise<string> {
  return page.evaluate(async (address) => {
    const response = await fetch(address, { credentials: 'include' })
    return response.text()
  }, url)
}

/** The gate's cookies came with the navigation, and not with the call from the sign-in page. */
function expectNonceInNavigationAlone(visits: readonly Visit[]) {
  const calls = visits
    .filter(({ method, path }) => method === 'GET' && path === '/_gcp_iap/gcip_authenticate')
    .map(({ mode, query, cookies }) => ({
      mode,
      hasToken: query.has('rt'),
      hasNonce: cookies.some((name) => name.startsWith('__Host-foyer-nonce-')),
    }))
  expect(calls).toEqual([
    { mode: 'cors', hasToken: false, hasNonce: false },
    { mode: 'navigate', hasToken: true, hasNonce: true },
  ])
}

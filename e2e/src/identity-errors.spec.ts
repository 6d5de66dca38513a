import { expect, test } from '@playwright/test'
import type { Page, Route } from '@playwright/test'
import { accounts } from './accounts.ts'
import {
  expectInApplication,
  openProtected,
  reachApplication,
  signInButton,
  signInWith,
} from './journeys.ts'
import { stack } from './stack.ts'
import { leaveUntold } from './untold.ts'
import { words } from './words.ts'

const signIn = '**/accounts:signInWithIdp?*'

test('a sign-in that the identity service refuses is explained in the language shown, without its own words', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'tr'))
  await page.route(signIn, (route) => refuse(route, 'INVALID_IDP_RESPONSE : It is malformed.'))
  await openProtected(page, `${stack.gate}/`, 'tr')
  await signInWith(page, accounts.ordinary, { language: 'tr' })
  await expect(page.getByRole('alert')).toContainText(words.tr.invalidCredential)
  await expect(page.getByText('Başvuru kodu:')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/auth\/|_|malformed/)
})

test('a refused API key leads to the product once, and a second time within the minute to words (G3c)', async ({
  page,
}) => {
  await leaveUntold(page)
  await page.route('**/getProjectConfig?*', (route) =>
    refuse(route, 'API key not valid. Please pass a valid API key.'),
  )
  const visits = countVisits(page, stack.gate)
  await page.goto(`${stack.gate}/key`)
  await expect(page.getByRole('alert')).toContainText('Sign-in is not set up correctly here.')
  expect(visits()).toBeLessThanOrEqual(3)
})

test('a remembered account whose token has expired signs in anew, and arrives (C6b)', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/expired`, accounts.ordinary)
  await page.context().clearCookies()
  // A token of the last two minutes would do without a refresh.
  await page.clock.setSystemTime(Date.now() + 180_000)
  await page.route('**/accounts:lookup?*', (route) => refuse(route, 'TOKEN_EXPIRED'))
  await page.route('**/securetoken.googleapis.com/**', (route) => refuse(route, 'TOKEN_EXPIRED'))
  await page.goto(`${stack.gate}/expired`)
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.unrouteAll()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/expired`, accounts.ordinary)
})

test('a refused API key on the way back from a provider leads to the product once, and a second time within the minute to words (G3b)', async ({
  page,
}) => {
  await page.route(signIn, (route) => refuse(route, 'API_KEY_INVALID'))
  await openProtected(page, `${stack.gate}/key`)
  await signInWith(page, accounts.ordinary)
  // The product asks for a sign-in again.
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.getByRole('alert')).toBeEmpty()
  await signInWith(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText('Sign-in is not set up correctly here.')
  await expect(page.getByRole('link', { name: 'Go to your application' })).toBeVisible()
})

test('an account that is gone when it is looked up is told so (E1a)', async ({ page }) => {
  await page.route('**/accounts:lookup?*', (route) => refuse(route, 'USER_NOT_FOUND'))
  await openProtected(page, `${stack.gate}/gone`)
  await signInWith(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText(words.en.accountMissing)
})

test('with the network lost on the way back from the provider the sign-in is repeated without it once it is there (G5b)', async ({
  page,
}) => {
  await page.route(signIn, (route) => route.abort('internetdisconnected'))
  await openProtected(page, `${stack.gate}/offline`)
  await signInWith(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText('could not be reached')
  await page.unroute(signIn)
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/offline`, accounts.ordinary)
})

function refuse(route: Route, message: string) {
  return route.fulfill({ status: 400, json: { error: { code: 400, message } } })
}

function countVisits(page: Page, origin: string): () => number {
  let visits = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(`${origin}/`)) visits += 1
  })
  return () => visits
}

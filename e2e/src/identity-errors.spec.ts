import { expect, test } from '@playwright/test'
import type { Route } from '@playwright/test'
import { accounts } from './accounts.ts'
import { openProtected, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const signIn = '**/accounts:signInWithIdp?*'

test('a sign-in that the identity service rejects is explained in the page’s language, without the service’s own message', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'tr'))
  await page.route(signIn, (route) => refuse(route, 'INVALID_IDP_RESPONSE : It is malformed.'))
  await openProtected(page, `${stack.gate}/`, 'tr')
  await signInWith(page, accounts.ordinary, { language: 'tr' })
  await expect(page.getByRole('alert')).toContainText(texts.tr.invalidCredential)
  await expect(page.getByText('Destek kodu:')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/auth\/|_|malformed/)
})

test('an API key rejected after the provider’s page leads to the product once, and to a message the second time within a minute (G3b)', async ({
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
  await expect(page.getByRole('link', { name: 'Go to Foyer Demo' })).toBeVisible()
})

function refuse(route: Route, message: string) {
  return route.fulfill({ status: 400, json: { error: { code: 400, message } } })
}

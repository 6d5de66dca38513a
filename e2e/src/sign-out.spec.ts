import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { openProtected, reachApplication, signInButton } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('signing out of the application ends the session and the account (C7)', async ({
  page,
  context,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()

  // The application is asked for again after the sign-out, so the visitor ends at the buttons: nobody
  // is let in by an account that the page still remembers (IAP-02).
  await expect(signInButton(page, 'google')).toBeVisible()
  await openProtected(page, `${stack.gate}/again`)
  const cookies = await context.cookies(stack.gate)
  expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([])
})

test('without an application to go back to, the page says that sign-out is complete (C7, IAP-02)', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
  await expect(page.getByRole('heading', { name: words.en.signedOut })).toBeVisible()
  const remembered = await page.evaluate(() => localStorage.getItem('ciap:auth-tenants:12345'))
  expect(remembered).toBeNull()
})

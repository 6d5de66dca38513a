import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { openProtected, reachApplication, signInButton, signInWith, signOut } from '../journeys.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

test('signing out of the application ends the session and the account, and the page says that sign-out is complete and which method was used last (C7a, C7b)', async ({
  page,
  context,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()

  // The browser requests the application again after the sign-out, and the user sees the buttons: no account is
  // stored that would sign the user in again.
  await expect(signInButton(page, 'google')).toBeVisible()
  await expect(page.getByText(texts.en.signedOut)).toBeVisible() // K8
  await expect(signInButton(page, 'google')).toHaveAccessibleDescription('Last used')
  const cookies = await context.cookies(stack.gate)
  expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([])
  await openProtected(page, `${stack.gate}/again`)
  await expect(page.getByText(texts.en.signedOut)).toBeHidden()

  // A sign-out without an application to return to.
  await signInWith(page, accounts.ordinary)
  await page.waitForURL(`${stack.gate}/again`)
  await signOut(page)
  const remembered = await page.evaluate(() => localStorage.getItem('ciap:auth-tenants:12345'))
  expect(remembered).toBeNull()
})

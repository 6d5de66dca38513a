import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { chooseAccount, expectInApplication, reachApplication, signInButton } from './journeys.ts'
import { stack } from './stack.ts'

test('reauth always asks for a new sign-in, even if a user is signed in, and offers the account used last (C4)', async ({
  page,
  context,
}) => {
  await reachApplication(page, `${stack.gate}/once`, accounts.ordinary)
  await context.clearCookies({ domain: 'localhost' })

  // The gate's own sign-in request for this browser, with the mode that asks for a new sign-in.
  const answer = await page.request.get(`${stack.gate}/twice`, {
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  })
  const { location = '' } = answer.headers()
  expect(location).toContain('mode=login')
  await page.goto(location.replace('mode=login', 'mode=reauth'))
  await expect(signInButton(page, 'google')).toBeVisible()
  // The provider gets the email address as a hint, so that it need not ask which account to use.
  const { name, email } = accounts.ordinary
  const toProvider = page.waitForRequest((request) => request.url().includes('login_hint'))
  await page.getByRole('button', { name: `Continue as ${name}` }).click()
  expect(decodeURIComponent((await toProvider).url())).toContain(email)
  await chooseAccount(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/twice`, accounts.ordinary)
})

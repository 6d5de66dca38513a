import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, reachApplication, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'

test('reauth always asks for a new sign-in, even if a user is signed in (C4)', async ({
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
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/twice`, accounts.ordinary)
})

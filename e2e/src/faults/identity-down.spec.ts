import { expect, test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from '../journeys.ts'
import { control, stack } from '../stack.ts'
import { leaveUntold } from '../untold.ts'
import { words } from '../words.ts'

// The identity service takes its time to start.
test.describe.configure({ timeout: 120_000 })
test.afterEach(() => control('emulator', 'start'))

test('with the identity service down the page says so before and after the provider, and its retry finishes the sign-in', async ({
  page,
  context,
}) => {
  await openProtected(page, `${stack.gate}/midway`)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await control('emulator', 'kill')
  await chooseAccount(page, accounts.ordinary)
  const unavailable = 'Sign-in is not available at the moment.'
  await expect(page.getByRole('alert')).toContainText(unavailable)

  const untold = await context.newPage()
  await leaveUntold(untold)
  await untold.goto(`${stack.login}/${new URL(page.url()).search}`)
  await expect(untold.getByRole('alert')).toContainText(unavailable)

  await control('emulator', 'start')
  await untold.getByRole('button', { name: words.en.retry }).click()
  await expect(signInButton(untold, 'google')).toBeVisible()
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/midway`, accounts.ordinary)
})

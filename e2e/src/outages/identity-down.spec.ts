import { expect, test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from '../journeys.ts'
import { control, stack } from '../stack.ts'
import { removePageData } from '../without-page-data.ts'
import { texts } from '../texts.ts'

test.afterEach(() => control('emulator', 'start'))

test('while the identity service is down the page says so before and after the provider’s page, and its retry finishes the sign-in', async ({
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

  const unprepared = await context.newPage()
  await removePageData(unprepared)
  await unprepared.goto(`${stack.login}/${new URL(page.url()).search}`)
  await expect(unprepared.getByRole('alert')).toContainText(unavailable)

  await control('emulator', 'start')
  await unprepared.getByRole('button', { name: texts.en.retry }).click()
  await expect(signInButton(unprepared, 'google')).toBeVisible()
  await page.getByRole('button', { name: texts.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/midway`, accounts.ordinary)
})

import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { stack } from './stack.ts'

const url = `${stack.gate}/last-used`

test('a method is marked as used last once it has led to a sign-in, and not by a press alone', async ({
  page,
}) => {
  const mark = page.getByText('Last used').filter({ visible: true })
  await openProtected(page, url)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await page.goBack()
  await expect(signInButton(page, 'google')).toBeVisible()
  await page.reload()
  await expect(signInButton(page, 'google')).toBeEnabled()
  await expect(mark).toHaveCount(0)

  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(mark).toBeVisible()
  await expect(signInButton(page, 'google')).toHaveAccessibleDescription('Last used')
})

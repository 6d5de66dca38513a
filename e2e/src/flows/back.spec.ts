import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from '../journeys.ts'
import { stack } from '../stack.ts'

test('the buttons work on a page restored by Back from the provider, and a completed sign-in marks its method as last used (ST-07)', async ({
  page,
}) => {
  const mark = page.getByText('Last used').filter({ visible: true })
  await openProtected(page, `${stack.gate}/back`)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await page.goBack()
  await expect(signInButton(page, 'google')).toBeEnabled()
  await expect(mark).toHaveCount(0)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/back`, accounts.ordinary)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(mark).toBeVisible()
  await expect(signInButton(page, 'google')).toHaveAccessibleDescription('Last used')
})

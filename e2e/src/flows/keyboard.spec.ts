import { accounts } from '../accounts.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from '../journeys.ts'
import { stack } from '../stack.ts'
import { tabTo } from '../tab-to.ts'
import { texts } from '../texts.ts'

test('with the keyboard alone a user changes the language and signs in', async ({ page }) => {
  await openProtected(page, `${stack.gate}/keys`)
  const list = page.getByRole('combobox', { name: texts.en.language })
  await tabTo(page, list, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(list).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Home')
  await expect(page.getByRole('option', { name: 'Türkçe' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(signInButton(page, 'google', 'tr')).toBeVisible()

  await tabTo(page, signInButton(page, 'google', 'tr'))
  await page.keyboard.press('Enter')
  // The provider's page is not ours.
  await chooseAccount(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/keys`, accounts.ordinary)
})

import { accounts } from '../accounts.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from '../journeys.ts'
import { stack } from '../stack.ts'

test('two tabs with two sign-in requests each return to their own URL, the second one without a press, and the buttons work on a page restored by Back from the provider (ST-07, ST-09)', async ({
  context,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openProtected(first, `${stack.gate}/a`)
  await openProtected(second, `${stack.gate}/b`)

  await signInButton(second, 'google').click()
  await expect(second.locator('.js-reuse-account').first()).toBeVisible()
  await second.goBack()
  await expect(signInButton(second, 'google')).toBeEnabled()
  // Only a completed sign-in is the last used one.
  await expect(second.getByText('Last used').filter({ visible: true })).toHaveCount(0)

  await signInWith(second, accounts.ordinary)
  await expectInApplication(second, `${stack.gate}/b`, accounts.ordinary)
  // The other tab has the account now, and continues with its own request.
  await expectInApplication(first, `${stack.gate}/a`, accounts.ordinary)
})

import { accounts } from '../accounts.ts'
import { configure } from '../configured.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from '../journeys.ts'
import { stack } from '../stack.ts'

test('with pop-ups configured the first press opens a pop-up, and the account chosen there is signed in to the application (RD-04a)', async ({
  page,
}) => {
  const url = `${stack.gate}/popup?x=1`
  await configure(page, { signInFlow: 'popup' })
  await openProtected(page, url)
  // WebKit opens a window only while the press is handled, so the identity SDK must be there. Its last part is gapi.
  await expect.poll(() => page.evaluate(() => 'gapi' in window)).toBe(true)
  const opened = page.waitForEvent('popup')
  await signInButton(page, 'google').click()
  const popup = await opened
  const closed = popup.waitForEvent('close')
  await chooseAccount(popup, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
  await closed
})

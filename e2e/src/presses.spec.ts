import { expect, test } from '@playwright/test'
import { accounts, tenants } from './accounts.ts'
import { countInput } from './count-input.ts'
import { chooseAccount, expectInApplication, openProtected, signInButton } from './journeys.ts'
import { awaitCode, codeField, expectInApplicationByPhone, newPhone, numberField } from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

// The rows of docs/presses.md that have improved. The browser is Turkish, so that the calling code is the right one.
test.use({ locale: 'tr-TR' })

test('a sign-in by phone takes one press and the keys of the number, Enter and the code', async ({
  page,
}) => {
  const count = await countInput(page)
  const phone = newPhone()
  await openProtected(page, `${stack.gate}/presses`)
  await page.getByRole('button', { name: texts.en.phone }).click()
  await expect(numberField(page)).toBeFocused()
  await page.keyboard.type(phone.national)
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(await awaitCode(phone))
  await expectInApplicationByPhone(page, `${stack.gate}/presses`)
  expect(count).toEqual({ presses: 1, keys: 10 + 1 + 6 })
})

test('a user who returns to a company after a sign-out needs two presses, and with the account in the browser one key', async ({
  page,
}) => {
  const url = `${stack.tenantsGate}/presses`
  await page.goto(url)
  await page.getByRole('button', { name: tenants.acme.name }).click()
  await signInButton(page, 'google').click()
  await chooseAccount(page, accounts.atAcme)
  await expectInApplication(page, url, accounts.atAcme)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()

  const count = await countInput(page)
  await page.goto(url)
  await signInButton(page, 'google').click()
  await chooseAccount(page, accounts.atAcme)
  await expectInApplication(page, url, accounts.atAcme)
  expect(count).toEqual({ presses: 2, keys: 0 })

  // The account stays in the browser, and the session at the application ends.
  await page.context().clearCookies()
  await page.goto(url)
  await expect(page.getByRole('button', { name: tenants.acme.name })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectInApplication(page, url, accounts.atAcme)
  expect(count).toEqual({ presses: 2, keys: 1 })
})

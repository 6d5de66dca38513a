import { expect, test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import {
  chooseAccount,
  expectInApplication,
  openProtected,
  signInButton,
  signInWith,
} from '../journeys.ts'
import { control, stack } from '../stack.ts'
import { leaveUntold } from '../untold.ts'
import { words } from '../words.ts'

// Each test ends with the identity service started anew, which takes its time.
test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.afterEach(() => control('emulator', 'start'))

test('with the identity service down the page says so, and its retry works once it is back', async ({
  page,
}) => {
  await leaveUntold(page)
  await control('emulator', 'kill')
  await page.goto(`${stack.gate}/down`)
  await expect(page.getByRole('alert')).toContainText('Sign-in is not available at the moment.')
  const address = page.url()

  await control('emulator', 'start')
  await page.getByRole('button', { name: words.en.retry }).click()
  expect(page.url()).toBe(address)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/down`, accounts.ordinary)
})

test('killed while the visitor is at the provider, the page says so, and its retry finishes the sign-in', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/midway`)
  await signInButton(page, 'google').click()
  await expect(page.locator('.js-reuse-account').first()).toBeVisible()
  await control('emulator', 'kill')
  await chooseAccount(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText('Sign-in is not available at the moment.')

  await control('emulator', 'start')
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/midway`, accounts.ordinary)
})

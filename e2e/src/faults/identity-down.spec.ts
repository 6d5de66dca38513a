import { expect, test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from '../journeys.ts'
import { control, stack } from '../stack.ts'
import { words } from '../words.ts'

test.describe.configure({ mode: 'serial' })
test.afterEach(() => control('emulator', 'start'))

test('with the identity service down the page says so, and its retry works once it is back', async ({
  page,
}) => {
  await control('emulator', 'kill')
  await page.goto(`${stack.gate}/down`)
  await expect(page.getByRole('alert')).toContainText('The sign-in service could not be reached.')
  const address = page.url()

  await control('emulator', 'start')
  await page.getByRole('button', { name: words.en.retry }).click()
  expect(page.url()).toBe(address)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/down`, accounts.ordinary)
})

test('killed after the buttons are shown, the sign-in can be tried again in the same page', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/midway`)
  await control('emulator', 'kill')
  await page.getByRole('button', { name: words.en.google }).click()
  await expect(page.getByRole('alert')).toContainText('The sign-in service could not be reached.')

  await control('emulator', 'start')
  await page.getByRole('button', { name: words.en.retry }).click()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/midway`, accounts.ordinary)
})

test('a returning visitor is told too, in Turkish', async ({ page }) => {
  await reachApplication(page, `${stack.gate}/first`, accounts.ordinary)
  await page.evaluate(() => undefined)
  await page.context().clearCookies({ domain: 'localhost' })
  await page.addInitScript(() => localStorage.setItem('language', 'tr'))
  await control('emulator', 'kill')
  await page.goto(`${stack.gate}/returning`)
  await expect(page.getByRole('alert')).toContainText('Giriş hizmetine ulaşılamadı.')
  await expect(page.getByRole('button', { name: words.tr.retry })).toBeVisible()
})

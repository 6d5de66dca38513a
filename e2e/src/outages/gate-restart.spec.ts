import { test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { control, stack } from '../stack.ts'

test.afterEach(() => control('gate', 'start'))

test('a sign-in in progress survives a restart of the gate', async ({ page }) => {
  await openProtected(page, `${stack.gate}/under-way`)
  await control('gate', 'kill')
  await control('gate', 'start')
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/under-way`, accounts.ordinary)
})

import { expect, test } from '@playwright/test'
import { accounts } from '../accounts.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from '../journeys.ts'
import { control, stack } from '../stack.ts'

test.describe.configure({ mode: 'serial' })
test.afterEach(() => control('gate', 'start'))

test('a gate that was killed and started again has lost no session', async ({ page }) => {
  await reachApplication(page, `${stack.gate}/before`, accounts.ordinary)
  await control('gate', 'kill')
  await control('gate', 'start')

  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).origin))
  await page.goto(`${stack.gate}/after`)
  await expectInApplication(page, `${stack.gate}/after`, accounts.ordinary)
  expect(visited).toEqual([stack.gate])
})

test('a sign-in under way survives the restart', async ({ page }) => {
  await openProtected(page, `${stack.gate}/under-way`)
  await control('gate', 'kill')
  await control('gate', 'start')
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/under-way`, accounts.ordinary)
})

test('with the application down the gate says so, and the session is kept', async ({ page }) => {
  await reachApplication(page, `${stack.gate}/up`, accounts.ordinary)
  await control('app', 'kill')
  const response = await page.goto(`${stack.gate}/down`)
  expect(response?.status()).toBe(502)
  await control('app', 'start')
  await page.goto(`${stack.gate}/up-again`)
  await expectInApplication(page, `${stack.gate}/up-again`, accounts.ordinary)
})

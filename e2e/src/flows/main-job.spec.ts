import { accounts } from '../accounts.ts'
import { expect } from '../engines/expect.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { test } from '../engines/test.ts'
import { expectInApplication, signInWith } from '../journeys.ts'
import { watchForDisturbances } from '../quiet.ts'
import { stack } from '../stack.ts'

test('a user signs in with Google and reaches exactly the requested URL with its query, and the next request needs no sign-in, nor does a page load after the session has ended (IAP-04a, UR-19)', async ({
  page,
}) => {
  const disturbances = await watchForDisturbances(page)
  const url = `${stack.gate}/a%20b/%C4%B1%C5%9F%C4%B1k?q=%23hash%26amp&lang=fr&x=a%2Bb&u=https%3A%2F%2Fx.test%2F%3Fy%3D1&p=50%25#part`
  await page.goto(url)
  await signInWith(page, accounts.ordinary)
  await page.waitForURL(/a%20b/)
  // The fragment never leaves the browser.
  await expect(page.locator('#address')).toHaveText(url.replace(/#part$/, ''))
  expect(disturbances()).toEqual([])

  const visited: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(new URL(request.url()).origin)
  })
  await page.goto(`${stack.gate}/second`)
  await expectInApplication(page, `${stack.gate}/second`, accounts.ordinary)
  expect(visited).toEqual([stack.gate])

  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('200')
  await endSession(page)
  // The application's script gets an error, and no redirect.
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('401')
  await page.goto(`${stack.gate}/third?x=1`)
  await expectInApplication(page, `${stack.gate}/third?x=1`, accounts.ordinary)
  expect(visited).toContain(stack.login)
})

async function endSession(page: FlowPage) {
  const cookies = await page.context().cookies(stack.gate)
  const session = cookies.find(({ name }) => name.includes('session'))
  expect(session).toBeDefined()
  await page.context().clearCookies({ name: session?.name ?? '' })
}

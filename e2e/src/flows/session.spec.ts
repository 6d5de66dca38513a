import { expect } from '../engines/expect.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, reachApplication } from '../journeys.ts'
import { stack } from '../stack.ts'

test('a lost session is renewed through the sign-in page without a prompt', async ({ page }) => {
  await reachApplication(page, `${stack.gate}/before`, accounts.ordinary)
  await endSession(page)

  const visited: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(new URL(request.url()).origin)
  })
  await page.goto(`${stack.gate}/after?x=1`)
  await expectInApplication(page, `${stack.gate}/after?x=1`, accounts.ordinary)
  expect(visited).toContain(stack.login)
})

test('a request from the application’s script gets 401 after the session ended, not a redirect', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('200')
  await endSession(page)
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('401')
})

async function endSession(page: FlowPage) {
  const cookies = await page.context().cookies(stack.gate)
  const session = cookies.find(({ name }) => name.includes('session'))
  expect(session).toBeDefined()
  await page.context().clearCookies({ name: session?.name ?? '' })
}

import { expect } from '../engines/expect.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { test } from '../engines/test.ts'
import { accounts } from '../accounts.ts'
import { expectInApplication, reachApplication } from '../journeys.ts'
import { stack } from '../stack.ts'

test('after the session ended a request from the application’s script gets 401 and not a redirect, and the next page load renews the session without a prompt', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/before`, accounts.ordinary)
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('200')
  await endSession(page)
  await page.getByRole('button', { name: 'Call the API' }).click()
  await expect(page.locator('#answer')).toContainText('401')

  const visited: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(new URL(request.url()).origin)
  })
  await page.goto(`${stack.gate}/after?x=1`)
  await expectInApplication(page, `${stack.gate}/after?x=1`, accounts.ordinary)
  expect(visited).toContain(stack.login)
})

async function endSession(page: FlowPage) {
  const cookies = await page.context().cookies(stack.gate)
  const session = cookies.find(({ name }) => name.includes('session'))
  expect(session).toBeDefined()
  await page.context().clearCookies({ name: session?.name ?? '' })
}

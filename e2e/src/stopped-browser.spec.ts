import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { createAccount } from './identity-admin.ts'
import { expectInApplication, openProtected, reachApplication, signInWith } from './journeys.ts'
import { newPerson } from './people.ts'
import { stack } from './stack.ts'

const patienceMs = 10_000

test('a browser that was stopped on its way to the application can try again ten seconds later', async ({
  page,
}) => {
  await page.clock.install()
  const url = `${stack.gate}/stopped`
  await openProtected(page, url)
  const letPass = await stopAt(page, url)
  const stopped = page.waitForEvent('requestfailed', (sent) => sent.url() === url)
  await signInWith(page, accounts.ordinary)
  await stopped
  await expectWayOn(page, letPass)
  await expectInApplication(page, url, accounts.ordinary)
})

test('so can the browser of a new user, who still sees the welcome', async ({ page }) => {
  const person = newPerson()
  await createAccount(person, { isNewUser: true })
  await page.clock.install()
  const url = `${stack.gate}/stopped-first`
  await openProtected(page, url)
  const letPass = await stopAt(page, url)
  const stopped = page.waitForEvent('requestfailed', (sent) => sent.url() === url)
  await signInWith(page, person)
  await stopped
  await expectWayOn(page, letPass)
  await expectInApplication(page, url, person)
})

test('so can the browser of a user who is signed in already', async ({ page }) => {
  const url = `${stack.gate}/stopped-again`
  await reachApplication(page, url, accounts.ordinary)
  await page.clock.install()
  await page.context().clearCookies()
  const stopped = page.waitForEvent('requestfailed', (sent) => sent.url() === url)
  const letPass = await stopAt(page, url, 2)
  await page.goto(url)
  await stopped
  await expectWayOn(page, letPass)
  await expectInApplication(page, url, accounts.ordinary)
})

test('a user whose application answers with a download can try again, and the page does not blame the connection', async ({
  page,
}) => {
  await page.clock.install()
  const url = `${stack.gate}/download`
  await openProtected(page, url)
  const download = page.waitForEvent('download')
  const headers = { 'content-disposition': 'attachment; filename="a.csv"' }
  await page.route(url, (route) => route.fulfill({ body: 'a,b', headers }))
  await signInWith(page, accounts.ordinary)
  await download
  await expectWayOn(page, () => page.unroute(url))
  await expectInApplication(page, url, accounts.ordinary)
})

/**
 * Stops the browser on its way, as a press of Escape does: it stays where it is.
 *
 * @param from which request for the URL
 */
async function stopAt(page: Page, url: string, from = 1): Promise<() => Promise<void>> {
  let requests = 0
  await page.route(url, (route) => {
    requests += 1
    return requests >= from ? route.abort('aborted') : route.continue()
  })
  return () => page.unroute(url)
}

async function expectWayOn(page: Page, letPass: () => Promise<void>) {
  await expect(page.locator('.loading')).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(0)
  await page.clock.fastForward(patienceMs)
  await expect(again).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'The page could not be loaded.' })
  await expect(alert).not.toContainText('connection')
  await letPass()
  await again.click()
}

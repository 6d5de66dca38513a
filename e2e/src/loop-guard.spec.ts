import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, reachApplication, signInButton } from './journeys.ts'
import { stack } from './stack.ts'

test('the page’s own URL leads to the application however often it is typed (A13a)', async ({
  page,
}) => {
  for (const _time of [1, 2, 3]) {
    await page.goto(`${stack.login}/`)
    await expect(signInButton(page, 'google')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('redirect_uri')).toContain(stack.gate)
  }
})

test('a user who opens one page of the application again and again is never taken for a loop', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/first`, accounts.ordinary)
  for (const path of ['second', 'third', 'fourth', 'fourth', 'fourth', 'fourth']) {
    await page.context().clearCookies()
    await page.goto(`${stack.gate}/${path}`)
    await expectInApplication(page, `${stack.gate}/${path}`, accounts.ordinary)
  }
})

test('an application that sends the browser back by itself each time is told to the user (ST-10a)', async ({
  page,
  request,
}) => {
  await reachApplication(page, `${stack.gate}/first`, accounts.ordinary)
  // As a gate does that never sees the session which it sets.
  await page.route(`${stack.gate}/loop`, async (route) => {
    const answer = await request.get(route.request().url(), {
      headers: { accept: 'text/html' },
      maxRedirects: 0,
    })
    const { location, 'set-cookie': cookies = '' } = answer.headers()
    await route.fulfill({
      contentType: 'text/html',
      headers: { 'set-cookie': cookies },
      body: `<script>location.replace(${JSON.stringify(location)})</script>`,
    })
  })
  await page.goto(`${stack.gate}/loop`)
  await expect(page.getByRole('alert')).toContainText('your application keeps sending you back')
})

import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, reachApplication } from './journeys.ts'
import { stack } from './stack.ts'

test('an application that keeps redirecting back to the page is reported as a loop, and a user who opens the page’s own URL again is not (ST-10a, A13a)', async ({
  page,
  request,
}) => {
  await reachApplication(page, `${stack.gate}/`, accounts.ordinary)
  for (const _time of ['once', 'and once more']) {
    await page.goto(`${stack.login}/`)
    await expectInApplication(page, `${stack.gate}/`, accounts.ordinary)
  }

  // As a gate does whose session cookie never arrives.
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

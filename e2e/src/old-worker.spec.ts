import { expect, test } from '@playwright/test'
import { signInButton } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'

test('a service worker of an older version is unregistered, and answers no further navigation (NW-06b)', async ({
  page,
  context,
}) => {
  await context.route(`${stack.login}/old-worker.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        addEventListener('install', () => skipWaiting())
        addEventListener('activate', (event) => event.waitUntil(clients.claim()))
        addEventListener('fetch', (event) => {
          if (new URL(event.request.url).pathname === '/old') event.respondWith(new Response('old'))
        })`,
    }),
  )
  // An older version's page had no content security policy that blocks the registration.
  await page.route(`${stack.login}/older-version`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Older version</title>' }),
  )
  await page.goto(`${stack.login}/older-version`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/old-worker.js')
    await navigator.serviceWorker.ready
  })
  await page.goto(`${stack.login}/old`)
  await expect(page.locator('body')).toHaveText('old')

  await page.goto(signInRequest())
  await expect(signInButton(page, 'google')).toBeVisible()
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(registrations).toBe(0)
  await page.reload()
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.goto(`${stack.login}/old`)
  await expect(page.locator('body')).not.toHaveText('old')
})

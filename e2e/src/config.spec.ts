import { expect, test } from '@playwright/test'
import type { Route } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const url = `${stack.gate}/config`

test('each broken config is shown in words, and the retry works once the config is right (NW-01e)', async ({
  page,
}) => {
  let answer: Parameters<Route['fulfill']>[0] = {}
  await page.route('**/config.json*', (route) => route.fulfill(answer))
  const retry = page.getByRole('button', { name: words.en.retry })
  for (answer of [
    { contentType: 'text/html', body: '<!doctype html><p>index</p>' },
    { status: 404, body: '' },
    { contentType: 'application/json', body: '' },
    { contentType: 'application/json', body: '{' },
    { contentType: 'application/json', body: '{"authDomain":"localhost"}' },
    { status: 500, body: 'oops' },
  ]) {
    await page.goto(url)
    await expect(page.getByRole('alert')).toContainText('Sign-in is not available at the moment.')
    await expect(page.getByText(/Reference:/)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/token|JSON|undefined/)
    await expect(retry).toBeEnabled()
  }
  await page.unroute('**/config.json*')
  await retry.click()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('without its message files the page shows English texts and no keys', async ({ page }) => {
  await page.route('**/locales/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`${url}?words`)
  await expect(page.getByRole('button', { name: words.en.google })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/signIn\.|layout\.|errors\./)
})

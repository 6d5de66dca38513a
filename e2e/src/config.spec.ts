import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const url = `${stack.gate}/config`

test.describe('a broken config ends in words with a retry, which works once it is mended (NW-01)', () => {
  for (const [what, answer] of [
    ['a page in its place', { contentType: 'text/html', body: '<!doctype html><p>index</p>' }],
    ['not found', { status: 404, body: '' }],
    ['an empty answer', { contentType: 'application/json', body: '' }],
    ['half a document', { contentType: 'application/json', body: '{' }],
    ['no API key', { contentType: 'application/json', body: '{"authDomain":"localhost"}' }],
    ['a server error', { status: 500, body: 'oops' }],
  ] as const) {
    test(what, async ({ page }) => {
      await page.route('**/config.json*', (route) => route.fulfill(answer))
      await page.goto(url)
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('Sign-in is not available at the moment.')
      await expect(page.getByText(/Reference:/)).toBeVisible()
      await expect(page.locator('body')).not.toContainText(/token|JSON|undefined/)

      await page.unroute('**/config.json*')
      await page.getByRole('button', { name: words.en.retry }).click()
      await signInWith(page, accounts.ordinary)
      await expectInApplication(page, url, accounts.ordinary)
    })
  }
})

test('without its files of words the page still speaks (NW-02)', async ({ page }) => {
  await page.route('**/locales/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(`${url}?words`)
  await expect(page.getByRole('button', { name: words.en.google })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/signIn\.|layout\.|errors\./)
})

import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'
import { removePageData } from './without-page-data.ts'

const url = `${stack.gate}/config`

test('an invalid config leads to an error message, and the retry works once the config is valid (NW-01e)', async ({
  page,
}) => {
  await removePageData(page)
  await page.route('**/config.json*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>index</p>' }),
  )
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('Sign-in is not available at the moment.')
  await expect(page.getByText(/Reference:/)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(/token|JSON|undefined/)
  await page.unroute('**/config.json*')
  await page.getByRole('button', { name: texts.en.retry }).click()
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

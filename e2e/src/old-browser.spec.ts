import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { reachApplication, signInButton } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('a browser as old as the build target signs in without URL.canParse and toSorted', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(URL, 'parse')
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) {
      Reflect.deleteProperty(Array.prototype, name)
    }
  })
  await reachApplication(page, `${stack.gate}/old-browser`, accounts.ordinary)
})

test.describe('a failure in the scripts that start the page is reported in the page’s language, with a retry', () => {
  for (const [what, lang, break_, failed] of [
    ['the inline script', 'tr', breakTitle, 'Sayfa yüklenemedi.'],
    ['the first module', 'en', breakTrustedTypes, 'The page could not be loaded.'],
  ] as const) {
    test(`${what} fails (${lang})`, async ({ page }) => {
      await break_(page)
      await page.goto(`${signInRequest()}&lang=${lang}`)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await page.evaluate(() => sessionStorage.setItem('fixed', 'yes'))
      await page.getByRole('button', { name: texts[lang].retry }).click()
      await expect(signInButton(page, 'google', lang)).toBeVisible()
    })
  }
})

/** The failure ends when the retry reloads the page. */
function breakTitle(page: Page) {
  return page.addInitScript(() => {
    if (sessionStorage.getItem('fixed') !== null) return
    Object.defineProperty(document, 'title', {
      set() {
        throw new Error('broken')
      },
    })
  })
}

function breakTrustedTypes(page: Page) {
  return page.addInitScript(() => {
    if (sessionStorage.getItem('fixed') !== null) return
    Object.defineProperty(window, 'trustedTypes', {
      get() {
        throw new Error('broken')
      },
    })
  })
}

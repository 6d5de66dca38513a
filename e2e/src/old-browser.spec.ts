import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, signInButton, signInWith } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const old = 'This browser is too old.'

test('a browser below the minimum, also without URL.canParse and toSorted, signs in under a sentence in both languages that asks for an update', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'CompressionStream')
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(URL, 'parse')
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) {
      Reflect.deleteProperty(Array.prototype, name)
    }
  })
  const url = `${stack.gate}/below-the-minimum`
  await page.goto(url)
  await expect(page.getByRole('alert').filter({ hasText: old })).toHaveText(
    /another browser or device\.\s*Bu tarayıcı çok eski\. .* tarayıcı ya da cihaz kullanın\./,
  )
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('a browser that cannot read a script of the page gets a sentence about its age, or an error with a retry', async ({
  context,
}) => {
  await test.step('it can read no script but the last', async () => {
    const page = await context.newPage()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'MathMLElement'))
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        const response = await route.fetch({ maxRetries: 2 })
        const { 'content-security-policy': _policy, ...headers } = response.headers()
        // The scripts' hashes are no longer those of the policy.
        const body = (await response.text()).replace('<script>', '<script>syntax of 2040 = |> ;')
        await route.fulfill({ response, headers, body })
      },
    )
    await page.goto(signInRequest())
    const message = page.getByRole('alert')
    await expect(message.filter({ hasText: old })).toBeVisible()
    await expect(message.filter({ hasText: 'Bu tarayıcı çok eski.' })).toBeVisible()
    await expect(page.getByText('WELCOME')).toBeHidden()
    await expect(page.getByRole('button', { name: texts.tr.retry })).toBeVisible()
    await page.close()
  })

  await test.step('it cannot read the first module', async () => {
    const page = await context.newPage()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'))
    await page.route(/\/assets\/flow-/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'syntax of 2040 = |> ;' }),
    )
    await page.goto(signInRequest())
    await expect(page.getByText(old)).toBeVisible()
    await expect(
      page.getByRole('alert').filter({ hasText: 'The page could not be loaded.' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: texts.en.retry })).toBeVisible()
  })
})

test('a failure in the scripts that start the page is reported in the page’s language, with a retry, and a supported browser gets no sentence about its age', async ({
  context,
}) => {
  for (const [what, lang, break_, failed] of [
    ['the inline script', 'tr', breakTitle, 'Sayfa yüklenemedi.'],
    ['the first module', 'en', breakTrustedTypes, 'The page could not be loaded.'],
  ] as const) {
    await test.step(`${what} fails (${lang})`, async () => {
      const page = await context.newPage()
      await break_(page)
      await page.goto(`${signInRequest()}&lang=${lang}`)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await page.evaluate(() => sessionStorage.setItem('fixed', 'yes'))
      await page.getByRole('button', { name: texts[lang].retry }).click()
      await expect(signInButton(page, 'google', lang)).toBeVisible()
      await expect(page.getByText(old)).toBeHidden()
      await page.close()
    })
  }

  await test.step('an error that nothing in the first script catches', async () => {
    const page = await context.newPage()
    // With the screens, the rest of the script would continue, and show the buttons.
    await page.route(/\/assets\/screens-/, () => {})
    await page.route(/\/assets\/flow-/, async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      const body = `setTimeout(() => { throw new Error('broken') });${await response.text()}`
      await route.fulfill({ response, body })
    })
    // The page may wait for the screens before its load event.
    await page.goto(`${signInRequest()}&lang=en`, { waitUntil: 'commit' })
    await expect(
      page.getByRole('alert').filter({ hasText: 'The page could not be loaded.' }),
    ).toBeVisible()
  })
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

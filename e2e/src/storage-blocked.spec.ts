import { chromium, expect, test } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fullChromium } from './engines/launch.ts'
import { createAccount, customTokenFor } from './identity-admin.ts'
import { openFramingSite } from './framing-site.ts'
import { expectInApplication, openProtected, signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('a sign-in works with full storage (ST-06a)', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  await openProtected(page, `${stack.gate}/full`)
  await page.goto(`${page.url()}&access_token=${token}`)
  await expectInApplication(page, `${stack.gate}/full`, person)
})

/** Site data of the sign-in page is blocked in the browser's settings, which refuses far more than storage. */
test.describe('with site data blocked in the browser’s settings', () => {
  let context: BrowserContext
  let page: Page

  // One full browser for all of them, because its start costs more than they do.
  test.beforeAll(async () => {
    const profile = test.info().outputPath('profile')
    await mkdir(join(profile, 'Default'), { recursive: true })
    const cookies = { [`${stack.login},*`]: { setting: 2 } }
    const preferences = { profile: { content_settings: { exceptions: { cookies } } } }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    context = await chromium.launchPersistentContext(profile, {
      ...fullChromium(),
      locale: 'en-GB',
    })
  })
  test.afterAll(() => context.close())
  test.beforeEach(async () => {
    await context.clearCookies()
    page = await context.newPage()
  })
  test.afterEach(() => page.close())

  test('with site data blocked a method that needs it says what to allow, a token in the URL signs the user in, and sign-out is complete', async () => {
    const person = newPerson()
    const token = customTokenFor(await createAccount(person))
    await openProtected(page, `${stack.gate}/blocked`)
    expect(await page.evaluate(isBlocked)).toBe(true)
    await signInButton(page, 'google').click()
    await expect(page.getByRole('alert')).toContainText(
      'Your browser is blocking the storage that sign-in needs.',
    )
    await expect(signInButton(page, 'google')).toBeEnabled()

    await page.goto(`${page.url()}&access_token=${token}`)
    await expectInApplication(page, `${stack.gate}/blocked`, person)

    await page.goto(`${stack.login}/?mode=signout&apiKey=demo-api-key`)
    await expect(page.getByRole('heading', { name: texts.en.signedOut })).toBeVisible()
  })

  test('with site data blocked the page shows a message in a frame of its own site or of another site', async () => {
    const site = await openFramingSite(signInRequest())
    await page.route(`${stack.login}/?*`, async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      const { 'content-security-policy': _dropped, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(site.url.replace('127.0.0.1', host))
      await expect(page.frameLocator('iframe').getByRole('alert')).toContainText(
        "Sign-in can't run inside another page.",
      )
    }
    site.close()
  })
})

function isBlocked(): boolean {
  try {
    return localStorage.length < 0
  } catch {
    return true
  }
}

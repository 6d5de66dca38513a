import { expect, test } from '@playwright/test'
import { openProtected } from './journeys.ts'
import {
  awaitCode,
  countryField,
  codeField,
  expectInApplicationByPhone,
  newPhone,
  reachCode,
} from './phone.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

const url = `${stack.gate}/in-app?x=1`
const instagram =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 333.0.0.42.91 Android (34/14; 420dpi)'
const linkedIn =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.5268'
const notice = 'You opened this inside another app'

test.describe('in Instagram on Android', () => {
  test.use({ userAgent: instagram, viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the page says that Google blocks this browser before the user tries, links to the system’s browser, and a user signs in by phone (RD-06a, RD-06b)', async ({
    page,
  }) => {
    await openProtected(page, url)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Sign in" [level=1]
      - region "${notice}":
        - heading "${notice}" [level=2]
        - paragraph: /Google blocks sign-in inside apps/
        - link "Open in your browser"
        - button "Copy the link"
      - list:
        - listitem:
          - button "Continue with Microsoft"
        - listitem:
          - button "Continue with phone number"
        - listitem:
          - button "Continue with Google"
    `)
    const { host, pathname, search } = new URL(url)
    await expect(page.getByRole('link', { name: 'Open in your browser' })).toHaveAttribute(
      'href',
      `intent://${host}${pathname}${search}#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
    )

    const phone = newPhone()
    await page.getByRole('button', { name: texts.en.phone }).click()
    await countryField(page).selectOption('TR')
    await reachCode(page, phone)
    await codeField(page).fill(await awaitCode(phone))
    await expectInApplicationByPhone(page, url)
  })
})

test.describe('in LinkedIn on an iPhone', () => {
  test.use({ userAgent: linkedIn, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the copied link is the requested URL', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openProtected(page, url)
    await expect(page.getByRole('region', { name: notice })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in your browser' })).toHaveCount(0)
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Copy the link' }).click()
        return page.evaluate(() => navigator.clipboard.readText())
      })
      .toBe(url)
    await expect(page.getByText(/The link has been copied\./)).toBeVisible()
  })
})

import { expect, test } from '@playwright/test'
import { openFramingSite } from './framing-site.ts'
import { inviteByPartner } from './invitations.ts'
import { signInButton } from './journeys.ts'
import { newPerson } from './people.ts'
import { registrationField } from './registration.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'

test('an invalid request leads to a message without sign-in buttons, and to no uncaught error (A13b)', async ({
  page,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const urls = [
    { mode: 'LOGIN' },
    { mode: 'toString' },
    { mode: null },
    { state: null },
    { tid: null },
    { tid: '_' },
    { tid: '_999' },
    { tid: '__proto__' },
    { redirect_uri: null },
    { state: '<img src=x onerror=alert(1)>' },
  ].map((changes) => signInRequest(changes))
  const malformed = `${stack.login}/?mode=login&apiKey=demo-api-key&tid=%&state=%E0%A4%A`
  for (const url of [...urls, malformed]) {
    await page.goto(url)
    await expect(page.getByRole('alert')).toContainText(/not valid|manager/)
    await expect(signInButton(page, 'google')).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test.describe('in a frame of another origin', () => {
  let site: Awaited<ReturnType<typeof openFramingSite>>
  test.beforeEach(async () => {
    site = await openFramingSite(signInRequest())
  })
  test.afterEach(() => site.close())

  test('the page is not shown in a frame of another origin', async ({ page }) => {
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith(stack.login),
    )
    await page.goto(site.url)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
    await expect(page.frameLocator('iframe').getByText(texts.en.title)).toHaveCount(0)
  })

  test('the page shows a message instead of sign-in buttons in a frame, even if the response allows framing (D8a)', async ({
    page,
  }) => {
    await page.route(`${stack.login}/?*`, async (route) => {
      const response = await route.fetch({ maxRetries: 2 })
      const headers = response.headers()
      delete headers['content-security-policy']
      await route.fulfill({ response, headers })
    })
    await page.goto(site.url)
    const framed = page.frameLocator('iframe')
    await expect(framed.getByRole('alert')).toContainText("Sign-in can't run inside another page.")
    await expect(framed.getByRole('button', { name: texts.en.google })).toHaveCount(0)
  })
})

test('a user who types the page’s URL is redirected to the product, which sends a complete sign-in request', async ({
  page,
}) => {
  await page.goto(`${stack.login}/`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe(
    `${stack.gate}/_gcp_iap/handle_redirect`,
  )
})

test('an invitation that has expired is reported before anything is filled in, with what to do, and again after a reload', async ({
  page,
}) => {
  await page.goto(await inviteByPartner({ email: newPerson().email, seconds: '-60' }))
  await expect(page.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(texts.en.registrationExpired)
  await expect(registrationField(page, 'firstName')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(texts.en.registrationExpired)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(signInButton(page, 'google')).toBeVisible()
})

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
  // The engine’s tests have the other requests that it refuses.
  const urls = [
    { mode: 'toString' },
    { tid: '__proto__' },
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

test('in a frame of another origin the page is not shown, and shows a message instead of sign-in buttons if the response allows framing (D8a)', async ({
  page,
}) => {
  const site = await openFramingSite(signInRequest())
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith(stack.login),
  )
  await page.goto(site.url)
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
  const framed = page.frameLocator('iframe')
  await expect(framed.getByText(texts.en.title)).toHaveCount(0)

  await page.route(`${stack.login}/?*`, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const headers = response.headers()
    delete headers['content-security-policy']
    await route.fulfill({ response, headers })
  })
  await page.goto(site.url)
  await expect(framed.getByRole('alert')).toContainText("Sign-in can't run inside another page.")
  await expect(framed.getByRole('button', { name: texts.en.google })).toHaveCount(0)
  site.close()
})

test('an invitation that has expired is reported before anything is filled in, also after a reload, and the page’s URL alone leads to the product, which sends a complete sign-in request', async ({
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

  // As typed by a user.
  await page.goto(`${stack.login}/`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe(
    `${stack.gate}/_gcp_iap/handle_redirect`,
  )
})

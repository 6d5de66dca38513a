import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openFramingSite } from './framing-site.ts'
import { signInButton } from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const notValid = 'This sign-in link is not valid. Please open your application again.'

/** Every request that leaves the page's own files: the identity service, the gate, anyone else. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== stack.login || url.pathname.includes('googleapis.com')) calls.push(url.href)
  })
  return calls
}

test('a redirect URL that is not allowed is refused before anything is sent (D4a, D4b)', async ({
  page,
}) => {
  const calls = watchCalls(page)
  for (const address of [
    'http://gate.example.com/_gcp_iap/handle_redirect',
    'javascript:alert(document.domain)',
    'http://localhost@evil.test/cb',
    'https:\\\\gate.example.com\\cb',
    // A pattern that backtracks would never end.
    `https://${'a'.repeat(26)}!.example.com/`,
    `${stack.gate}/cb#frag`,
  ]) {
    await page.goto(signInRequest({ redirect_uri: address }))
    await expect(page.getByRole('alert')).toContainText(notValid)
    await expect(page.getByText('Invalid URL', { exact: true })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(stack.login)
  }
  expect(calls).toEqual([])
})

test('a well-formed address of a domain that is not authorised is refused by name, and nothing is sent to it (D5b, D5d)', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.test') && !request.isNavigationRequest())
      sent.push(request.url())
  })
  await page.goto(signInRequest({ redirect_uri: 'https://evil.test/cb' }))
  await expect(page.getByRole('alert')).toContainText('Signing in through evil.test is not set up')
  await expect(page.getByText('Unauthorized domain: evil.test', { exact: true })).toBeVisible()
  await expect(signInButton(page, 'google')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a broken request gets its message, and no sign-in buttons (A13b)', async ({ page }) => {
  for (const changes of [
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
  ]) {
    await page.goto(signInRequest(changes))
    await expect(page.getByRole('alert')).toContainText(/not valid|manager/)
    await expect(signInButton(page, 'google')).toHaveCount(0)
  }
})

test('repeated parameters with two values are refused (UR-15c)', async ({ page }) => {
  await page.goto(`${signInRequest()}&state=other`)
  await expect(page.getByRole('alert')).toContainText(notValid)
})

test('malformed escapes in the URL get a message and cause no uncaught error', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(`${stack.login}/?mode=login&apiKey=demo-api-key&tid=%&state=%E0%A4%A`)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(errors).toEqual([])
})

test('the API key of another project is refused before anything is sent (D2a, D2c)', async ({
  page,
}) => {
  const calls = watchCalls(page)
  await page.goto(signInRequest({ apiKey: 'AIzaSyATTACKER-own-project-key-00000000' }))
  await expect(page.getByRole('alert')).toContainText('This link belongs to another sign-in page.')
  await expect(page.getByText('Invalid project', { exact: true })).toBeVisible()
  expect(calls).toEqual([])
})

test('the specified words of a refusal stand below its sentence in Turkish too', async ({
  page,
}) => {
  await page.goto(`${signInRequest({ mode: 'LOGIN' })}&lang=tr`)
  await expect(page.getByRole('alert')).toContainText('Bu giriş bağlantısı geçerli değil.')
  await expect(page.getByText('Invalid mode', { exact: true })).toHaveAttribute('translate', 'no')
})

test.describe('inside a page of another origin', () => {
  let site: Awaited<ReturnType<typeof openFramingSite>>
  test.beforeEach(async () => {
    site = await openFramingSite(signInRequest())
  })
  test.afterEach(() => site.close())

  test('the page is not shown', async ({ page }) => {
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith(stack.login),
    )
    await page.goto(site.url)
    expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE')
    await expect(page.frameLocator('iframe').getByText(words.en.title)).toHaveCount(0)
  })

  test('a visitor without an account is refused even where framing is allowed (D8a)', async ({
    page,
  }) => {
    await page.route(`${stack.login}/?*`, async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      delete headers['content-security-policy']
      await route.fulfill({ response, headers })
    })
    await page.goto(site.url)
    const framed = page.frameLocator('iframe')
    await expect(framed.getByRole('alert')).toContainText('You cannot sign in inside another page.')
    await expect(framed.getByRole('button', { name: words.en.google })).toHaveCount(0)
  })
})

test('an unknown path leads to the sign-in with nothing of the request lost (A4)', async ({
  page,
}) => {
  const request = new URL(signInRequest())
  await page.goto(`${stack.login}/no/such/page${request.search}#hint=ann@corp.example;google.com`)
  await expect(signInButton(page, 'google')).toBeVisible()
  const address = new URL(page.url())
  expect(address.pathname).toBe('/')
  expect(address.search).toBe(request.search)
  expect(address.hash).toBe('#hint=ann@corp.example;google.com')
})

test('the address typed by hand leads to the product, which asks properly', async ({ page }) => {
  await page.goto(`${stack.login}/`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe(
    `${stack.gate}/_gcp_iap/handle_redirect`,
  )
})

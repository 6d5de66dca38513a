import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accounts } from './accounts.ts'
import {
  chooseAccount,
  expectInApplication,
  openProtected,
  reachApplication,
  signInButton,
} from './journeys.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'

const provider = '**/emulator/auth/handler?*'

// The server looks its project up in the background. Without the result, pages have no prerendered buttons.
test.beforeEach(async ({ request }) => {
  const page = async () => (await request.get(signInRequest())).text()
  await expect.poll(page).toContain('data-checked-at')
})

test('a returning user with a token older than two minutes loads neither the SDK nor the screens, and the SDK later reads the refreshed token (C3a, H3)', async ({
  page,
}) => {
  await reachApplication(page, `${stack.gate}/first`, accounts.ordinary)
  await page.context().clearCookies()
  await page.clock.setSystemTime(Date.now() + 180_000)
  const asked = listen(page)
  await page.goto(`${stack.gate}/second`)
  await expectInApplication(page, `${stack.gate}/second`, accounts.ordinary)
  expect(asked().filter((path) => path.startsWith('/assets/flow-'))).not.toEqual([])
  expect(asked().filter((path) => path.endsWith('/v1/token'))).toHaveLength(1)
  expect(
    asked().filter((path) => /firebase-identity|screens-|getProjectConfig/.test(path)),
  ).toEqual([])

  // The SDK is asked where the page cannot read the account, and reads the refreshed token.
  await page.context().clearCookies()
  await page.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB)
    let isFirst = true
    IDBFactory.prototype.open = (...how) => {
      if (!isFirst) return open(...how)
      isFirst = false
      throw new DOMException('busy', 'UnknownError')
    }
  })
  await page.goto(`${stack.gate}/third`)
  await expectInApplication(page, `${stack.gate}/third`, accounts.ordinary)
  expect(asked().filter((path) => path.includes('firebase-identity'))).not.toEqual([])
})

test('the buttons work before any other script has loaded, and the page does not look the project up (C3b)', async ({
  page,
}) => {
  const asked = listen(page)
  const release = await holdBack(page, '**/assets/flow-*.js')
  await page.goto(`${stack.gate}/early`, { waitUntil: 'commit' })
  await signInButton(page, 'google').click()
  await expect(signInButton(page, 'google')).toHaveAttribute('aria-busy', 'true')
  expect(asked().filter((path) => path.includes('getProjectConfig'))).toEqual([])
  release()
  await chooseAccount(page, accounts.ordinary)
  await expectInApplication(page, `${stack.gate}/early`, accounts.ordinary)
})

test('a press that began before any script had loaded starts the sign-in when it ends', async ({
  page,
}) => {
  const release = await holdBack(page, '**/assets/flow-*.js')
  await page.goto(`${stack.gate}/held`, { waitUntil: 'commit' })
  await signInButton(page, 'google').hover()
  await page.mouse.down()
  const screens = page.waitForResponse('**/assets/screens-*.js')
  release()
  await (await screens).finished()
  await page.waitForLoadState('networkidle')
  await page.mouse.up()
  await page.waitForURL(provider)
})

test('a press navigates to the provider before the identity SDK has loaded', async ({ page }) => {
  const release = await holdBack(page, '**/assets/firebase-identity-*.js')
  await openProtected(page, `${stack.gate}/at-once`)
  await signInButton(page, 'google').click()
  await page.waitForURL(provider)
  release()
})

test('the buttons, a list under one heading, are there after at most eight requests, and React hydrates them: nothing moves, and the focus stays (A1c, Ic)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    const errors: string[] = []
    Object.assign(window, { shifts, errors })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number)
    }).observe({ type: 'layout-shift', buffered: true })
    // React reports hydration mismatches here.
    addEventListener('error', ({ message }) => errors.push(message))
  })
  const release = await holdBack(page, '**/assets/screens-*.js')
  const asked = listen(page)
  await openProtected(page, `${stack.gate}/still`)
  // The bundler's runtime goes with the screens' script, when the buttons are there already.
  const ofThePage = asked().filter(
    (path) => path !== '/still' && !path.includes('rolldown-runtime'),
  )
  // HTML, config and three scripts; the mark of the tab and two flags.
  expect(ofThePage.length, ofThePage.join('\n')).toBeLessThanOrEqual(8)
  expect(ofThePage.filter((path) => /\.(?:woff2?|ttf|otf)$/.test(path))).toEqual([])

  const microsoft = signInButton(page, 'microsoft')
  await microsoft.focus()
  const before = await microsoft.boundingBox()
  const prerendered = await microsoft.elementHandle()
  const isHydrated = () =>
    prerendered?.evaluate((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    )
  expect(await isHydrated()).toBe(false)
  release()
  await expect.poll(isHydrated).toBe(true)
  expect(await prerendered?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(microsoft).toBeFocused()
  expect(await microsoft.boundingBox()).toEqual(before)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as number[])).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'errors') as string[])).toEqual([])

  await expect(page).toHaveTitle(/Sign in/)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Sign in" [level=1]
    - list:
      - listitem:
        - button "Continue with Google"
      - listitem:
        - button "Continue with Microsoft"
      - listitem:
        - button "Continue with phone number"
  `)
})

test('prerendered markup that a browser extension has changed is rendered anew, and a press works', async ({
  page,
}) => {
  const release = await holdBack(page, '**/assets/screens-*.js')
  await openProtected(page, `${stack.gate}/changed-markup`)
  await page.locator('h1').evaluate((heading) => heading.replaceChildren('Changed'))
  release()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signInButton(page, 'google').click()
  await page.waitForURL(provider)
})

function listen(page: Page): () => string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return () => paths
}

async function holdBack(page: Page, file: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(file, async (route) => {
    await held
    // The page that asked may be gone.
    await route.continue().catch(() => {})
  })
  return release
}

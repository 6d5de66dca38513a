import { expect, test } from '@playwright/test'
import type { Page, Request } from '@playwright/test'
import { accounts } from './accounts.ts'
import { configure } from './configured.ts'
import { chooseAccount, expectInApplication, signInButton } from './journeys.ts'
import { stack } from './stack.ts'

const url = `${stack.gate}/release?x=1`
const sdk = '**/assets/firebase-identity-*.js'

test('a script that a release has removed causes one reload, the sign-in request is kept, and a sign-in works, also without a decorative image (H6c, NW-04a)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await usePopups(page)
  await loseUntilReload(page, sdk)
  await lose(page, '**/flags/*.svg')
  // Only the second load gets this script. Before it, the page is about to reload.
  const arrived = page.waitForResponse(
    (answer) => answer.ok() && /firebase-identity-/.test(answer.url()),
  )
  await page.goto(url)
  await arrived
  expect(loads()).toBe(2)
  await expect(signInButton(page, 'google')).toBeVisible()
  const window = page.waitForEvent('popup')
  await signInButton(page, 'google').click()
  await chooseAccount(await window, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('every script and style sheet has a hash in its name (H6b)', async ({ request }) => {
  const textOf = async (path: string) => (await request.get(path)).text()
  const names = new Set(assetsIn(await textOf('/')))
  // Iterating over a set includes items added during the loop: the chunks that a script imports.
  for (const name of names) {
    for (const next of assetsIn(await textOf(`/assets/${name}`))) names.add(next)
  }
  const all = [...names]
  for (const part of ['flow', 'screens', 'firebase-identity', 'phone-part', 'registration-part'])
    expect(all.join(' ')).toContain(`${part}-`)
  expect(all.filter((name) => name.endsWith('.css'))).not.toEqual([])
  expect(all.filter((name) => !/.-[\w-]{8}\.(?:js|css)$/.test(name))).toEqual([])
})

test('a script that stays missing leads to a message after one reload, not to a loop (NW-04b)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await usePopups(page)
  await lose(page, sdk)
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('A new version of this page')
  expect(loads()).toBe(2)
})

/** The scripts and style sheets that a file refers to, with or without a path. */
function assetsIn(text: string): string[] {
  return [...text.matchAll(/["'`](?:\.?\/)?(?:assets\/)?([\w.-]+\.(?:js|css))["'`]/g)].map(
    ([, name = '']) => name,
  )
}

/** A deployment that needs the identity SDK before a press. */
function usePopups(page: Page) {
  return configure(page, { signInFlow: 'popup' })
}

function lose(page: Page, file: string) {
  return page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
}

/** The file is missing until the page reloads. */
async function loseUntilReload(page: Page, file: string) {
  let state: 'there' | 'lost' | 'back' = 'there'
  page.on('request', (request) => {
    if (state === 'lost' && isPage(request)) state = 'back'
  })
  await page.route(file, async (route) => {
    if (state === 'back') return route.continue()
    state = 'lost'
    return route.fulfill({ status: 404, body: '' })
  })
}

/** Counts the requests for the page itself. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    if (isPage(request)) loads += 1
  })
  return () => loads
}

function isPage(request: Request): boolean {
  if (!request.isNavigationRequest() || request.frame().parentFrame() !== null) return false
  const { origin, pathname } = new URL(request.url())
  return origin === stack.login && !pathname.startsWith('/emulator/')
}

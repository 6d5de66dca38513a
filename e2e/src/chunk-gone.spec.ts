import { expect, test } from '@playwright/test'
import type { Page, Request } from '@playwright/test'
import { accounts } from './accounts.ts'
import { configure } from './configured.ts'
import { createAccount } from './identity-admin.ts'
import {
  chooseAccount,
  expectInApplication,
  openProtected,
  signInAsNew,
  signInButton,
  signInWith,
} from './journeys.ts'
import { newPerson } from './people.ts'
import { openPhone } from './phone.ts'
import { stack } from './stack.ts'

const url = `${stack.gate}/release?x=1`
const sdk = '**/assets/firebase-identity-*.js'

test('a script that is gone after a release costs one reload, and the request is kept (H6c, NW-04a)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await signInByWindows(page)
  await loseUntilReload(page, sdk)
  // The first that is there is of the second load: until then the page is about to go.
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

test('every script and style sheet has a hash in its name (H6b)', async ({ page }) => {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([^/]+\.(?:js|css))$/.exec(new URL(request.url()).pathname) ?? []
    if (name !== undefined) names.push(name)
  })
  await openPhone(page, url)
  await page.goto(`${stack.login}/registration`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of ['flow', 'screens', 'firebase-identity', 'phone-part', 'registration-part'])
    expect(names.join()).toContain(`${part}-`)
  expect(names.filter((name) => name.endsWith('.css'))).not.toEqual([])
  expect(names.filter((name) => !/.-[\w-]{8}\.(?:js|css)$/.test(name))).toEqual([])
})

test('one that stays away ends in words after one reload, not in a loop (NW-04b)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await signInByWindows(page)
  await lose(page, sdk)
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('A new version of this page')
  expect(loads()).toBe(2)
})

test('gone on the way back too, it ends in words, not in a loop', async ({ page }) => {
  const loads = countLoads(page)
  await lose(page, sdk)
  await openProtected(page, url)
  await signInWith(page, accounts.ordinary)
  await expect(page.getByRole('alert')).toContainText('A new version of this page')
  // At first, back from the provider, and one reload.
  expect(loads()).toBe(3)
})

test('gone in the middle of linking, the link is made after the reload', async ({ page }) => {
  const person = newPerson()
  await createAccount(person)
  await loseUntilReload(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInAsNew(page, person)
  await expectInApplication(page, url, person)
})

test('gone when a newcomer waits, the account is made after the reload', async ({ page }) => {
  const person = newPerson()
  await createAccount(person, { isNewcomer: true })
  await loseUntilReload(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInWith(page, person)
  await expectInApplication(page, url, person)
})

test('a decoration that is gone is left out, and the page works', async ({ page }) => {
  await lose(page, '**/flags/*.svg')
  await openProtected(page, url)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

/** A deployment that needs the identity SDK before a press. */
function signInByWindows(page: Page) {
  return configure(page, { signInFlow: 'popup' })
}

function lose(page: Page, file: string) {
  return page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
}

/** The file is not there until a reload brings the page that names one which is. */
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

/** How often the page itself was asked for. */
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

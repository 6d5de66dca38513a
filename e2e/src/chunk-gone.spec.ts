import { expect, test } from '@playwright/test'
import type { Page, Request } from '@playwright/test'
import { accounts } from './accounts.ts'
import { createAccount } from './identity-admin.ts'
import { inviteByPartner } from './invitations.ts'
import { expectInApplication, openProtected, signInAsNew, signInWith } from './journeys.ts'
import { newPerson } from './people.ts'
import { registrationField } from './registration.ts'
import { stack } from './stack.ts'

const url = `${stack.gate}/release?x=1`

test('a script that is gone after a release costs one reload, and the request is kept (H6, NW-04)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await loseUntilReload(page, '**/assets/firebase-identity-*.js')
  await openProtected(page, url)
  expect(loads()).toBe(2)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

test('one that stays away ends in words after one reload, not in a loop (H6, NW-04)', async ({
  page,
}) => {
  const loads = countLoads(page)
  await page.route('**/assets/firebase-identity-*.js', (route) =>
    route.fulfill({ status: 404, body: '' }),
  )
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('A new version of this page')
  expect(loads()).toBe(2)
})

test('gone in the middle of linking, the link is made after the reload (H6, C10)', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  await loseUntilReload(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInAsNew(page, person)
  await expectInApplication(page, url, person)
})

test('gone when a newcomer waits, the account is made after the reload (H6, C9)', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person, { isNewcomer: true })
  await loseUntilReload(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInWith(page, person)
  await expectInApplication(page, url, person)
})

test('gone when somebody registers, the invitation is kept (H6, A3)', async ({ page }) => {
  const person = newPerson()
  await loseUntilReload(page, '**/assets/registration-part-*.js')
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await expect(registrationField(page, 'email')).toHaveValue(person.email)
})

test('a decoration that is gone is left out, and the page works (NW-04)', async ({ page }) => {
  await page.route('**/flags/*.svg', (route) => route.fulfill({ status: 404, body: '' }))
  await openProtected(page, url)
  await signInWith(page, accounts.ordinary)
  await expectInApplication(page, url, accounts.ordinary)
})

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

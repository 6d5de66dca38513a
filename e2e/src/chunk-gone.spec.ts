import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
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
  await loseOnce(page, '**/assets/firebase-identity-*.js')
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
  await loseOnce(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInAsNew(page, person)
  await expectInApplication(page, url, person)
})

test('gone when a newcomer waits, the account is made after the reload (H6, C9)', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person, { isNewcomer: true })
  await loseOnce(page, '**/assets/account-steps-*.js')
  await openProtected(page, url)
  await signInWith(page, person)
  await expectInApplication(page, url, person)
})

test('gone when somebody registers, the invitation is kept (H6, A3)', async ({ page }) => {
  const person = newPerson()
  await loseOnce(page, '**/assets/registration-part-*.js')
  await page.goto(await inviteByPartner({ email: person.email, company: 'Acar' }))
  await expect(registrationField(page, 'email')).toHaveValue(person.email)
})

/** The file is not there the first time; the page that a reload brings names one that is. */
async function loseOnce(page: Page, file: string) {
  let losses = 0
  await page.route(file, async (route) => {
    losses += 1
    return losses === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
  })
}

/** How often the page itself was asked for. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isPage && new URL(request.url()).origin === stack.login) loads += 1
  })
  return () => loads
}

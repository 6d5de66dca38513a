import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import type { FlowPage } from '../engines/api/flow.ts'
import { accountsOf, createAccount, hidesAccounts } from '../identity-admin.ts'
import { expectInApplication, openProtected, signInAsNew, signInWith } from '../journeys.ts'
import { domains, newPerson } from '../people.ts'
import type { Person } from '../people.ts'
import { watchForDisturbances } from '../quiet.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

const both = ['google.com', 'microsoft.com']

test('a first Microsoft sign-in from a directory that proves the email address is linked at once and for good, and no URL in the browser’s history has the access token (C10b, NW-07a)', async ({
  page,
  browser,
}) => {
  const disturbances = await watchForDisturbances(page)
  const person = newPerson()
  const uid = await createAccount(person)
  const visited: string[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
    if (new URL(request.url()).pathname === '/custom-token') asked.push(request.url())
  })
  await openProtected(page, `${stack.gate}/linked`)
  await signInAsNew(page, person)
  await expectInApplication(page, `${stack.gate}/linked`, person)
  const [token] = asked.map((url) => new URL(url).searchParams.get('token'))
  expect(asked).toHaveLength(1)
  expect(token).toBeTruthy()
  expect(visited.filter((url) => url.includes(token ?? ''))).toEqual([])
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: both, isProven: true }])
  expect(disturbances()).toEqual([])

  // From now on Microsoft alone is enough, without a message.
  const another = await (await browser.newContext()).newPage()
  await openProtected(another, `${stack.gate}/again`)
  await signInWith(another, person, { provider: 'microsoft' })
  await expectInApplication(another, `${stack.gate}/again`, person)
  await another.context().close()
})

test('a user with an unverified email address signs in with the original method, and then both are linked, across redirect and reload, although the service names no account’s methods (AC-03a, K4)', async ({
  page,
}) => {
  expect(await hidesAccounts()).toBe(true)
  const person = newPerson(domains.unproven)
  const uid = await createAccount(person)
  await expectRefusal(page, person, `${stack.gate}/first`)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: ['google.com'] }])

  await page.reload()
  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/first`, person)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: both }])
})

async function expectRefusal(page: FlowPage, person: Person, url: string) {
  await openProtected(page, url)
  await signInAsNew(page, person)
  await expect(noticeOn(page)).toContainText(
    texts.en.accountExists.replace('{email}', person.email),
  )
  // A notice, not an error: nothing failed.
  await expect(page.locator('.alert')).toBeEmpty()
}

function noticeOn(page: FlowPage) {
  return page.locator('.notice')
}

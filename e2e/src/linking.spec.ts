import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { accountsOf, createAccount } from './identity-admin.ts'
import { expectInApplication, openProtected, signInAsNew, signInWith } from './journeys.ts'
import { domains, newPerson } from './people.ts'
import type { Person } from './people.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

const both = ['google.com', 'microsoft.com']

test('a first Microsoft sign-in, whose directory proves the address, is linked at once and stays so (C10b)', async ({
  page,
  browser,
}) => {
  const person = newPerson()
  const uid = await createAccount(person)
  await openProtected(page, `${stack.gate}/linked`)
  await signInAsNew(page, person)
  await expectInApplication(page, `${stack.gate}/linked`, person)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: both, isProven: true }])

  // From now on Microsoft alone is enough, without a word.
  const another = await (await browser.newContext()).newPage()
  await openProtected(another, `${stack.gate}/again`)
  await signInWith(another, person, { provider: 'microsoft' })
  await expectInApplication(another, `${stack.gate}/again`, person)
  await another.context().close()
})

test('an access token is in no address that the browser keeps, and the provider’s words are not shown', async ({
  page,
}) => {
  const person = newPerson()
  await createAccount(person)
  const visited: string[] = []
  const asked: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/custom-token') asked.push(request.url())
  })
  await openProtected(page, `${stack.gate}/quiet`)
  await signInAsNew(page, person)
  await expectInApplication(page, `${stack.gate}/quiet`, person)

  const [token] = asked.map((url) => new URL(url).searchParams.get('token'))
  expect(asked).toHaveLength(1)
  expect(token).toBeTruthy()
  expect(visited.filter((url) => url.includes(token ?? ''))).toEqual([])
})

test('an unproven address leads to the first method, and the two are linked then, across redirect and reload (AC-03a)', async ({
  page,
}) => {
  const person = newPerson(domains.unproven)
  const uid = await createAccount(person)
  await beRefused(page, person, `${stack.gate}/first`)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: ['google.com'] }])

  await page.reload()
  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/first`, person)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: both }])
})

test('an account whose own address was never proven is not entered by another way in', async ({
  page,
}) => {
  const person = newPerson()
  const uid = await createAccount(person, { isProven: false })
  await beRefused(page, person, `${stack.gate}/unproven`)
  expect(await accountsOf(person)).toMatchObject([{ uid, providers: ['google.com'] }])

  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/unproven`, person)
})

test('whoever comes back as another is not linked, is told so, and goes on (AC-03b)', async ({
  page,
}) => {
  const [person, other] = [newPerson(domains.unproven), newPerson()]
  await Promise.all([createAccount(person), createAccount(other)])
  await beRefused(page, person, `${stack.gate}/other`)
  await signInWith(page, other)
  await expect(page.getByRole('alert')).toContainText('the two were not connected')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectInApplication(page, `${stack.gate}/other`, other)
  expect(await accountsOf(person)).toMatchObject([{ providers: ['google.com'] }])
  expect(await accountsOf(other)).toMatchObject([{ providers: ['google.com'] }])
})

test('with the account service out of reach the first method still links', async ({ page }) => {
  const person = newPerson()
  await createAccount(person)
  await page.route('**/custom-token?*', (route) => route.abort('connectionfailed'))
  await openProtected(page, `${stack.gate}/away`)
  await signInAsNew(page, person)
  await expect(noticeOn(page)).toContainText(
    words.en.accountExists.replace('{email}', person.email),
  )
  await expect(page.getByRole('alert')).toContainText('could not be reached')
  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/away`, person)
  expect(await accountsOf(person)).toMatchObject([{ providers: both }])
})

async function beRefused(page: Page, person: Person, url: string) {
  await openProtected(page, url)
  await signInAsNew(page, person)
  await expect(noticeOn(page)).toContainText(
    words.en.accountExists.replace('{email}', person.email),
  )
  // It is information: nothing failed.
  await expect(page.locator('.alert')).toBeEmpty()
}

function noticeOn(page: Page) {
  return page.locator('.notice')
}

import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { accountsOf, createAccount } from '../identity-admin.ts'
import { expectInApplication, openProtected, signInWith } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { announcementsOf } from '../provisioning.ts'
import { stack } from '../stack.ts'
import { holdWelcome } from '../welcome.ts'
import { texts } from '../texts.ts'

test('a new user waits on the welcome page and reaches the original URL, and the account is created once (A2b, C9a)', async ({
  page,
}) => {
  const person = newPerson()
  const uid = await createAccount(person, { isNewUser: true })
  const visited: string[] = []
  const tokens: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visited.push(request.url())
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/welcome/start') tokens.push(searchParams.get('t') ?? '')
  })
  const url = `${stack.gate}/first?x=1`
  const release = await holdWelcome(page)
  await openProtected(page, url)
  await signInWith(page, person)
  await expect(page.getByText(texts.en.welcome)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/welcome')
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toContain(stack.gate)

  release()
  await expectInApplication(page, url, person)
  expect(await accountsOf(person)).toMatchObject([{ uid, claims: {} }])
  expect(await announcementsOf(person)).toMatchObject([{ uid, times: 1 }])
  // The ID token is in no URL of the browser's history.
  expect(tokens).toHaveLength(1)
  expect(visited.filter((at) => tokens.some((token) => at.includes(token)))).toEqual([])
})

import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from './identity-admin.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { newPerson } from './people.ts'
import { announcementsOf } from './provisioning.ts'
import { signInRequest } from './requests.ts'
import { stack } from './stack.ts'
import { holdWelcome } from './welcome.ts'
import { texts } from './texts.ts'

test('a new user waits on the welcome page and reaches the original URL, and the account is created once (A2b, C9a)', async ({
  page,
}) => {
  const person = newPerson()
  const uid = await createAccount(person, { isNewUser: true })
  const visited: string[] = []
  const tokens: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  page.on('request', (request) => {
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

test('the welcome URL shows its text from the first frame, and a user who need not wait is taken to the buttons at / (A2a, A2c)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    const record = () => {
      const text = document.body?.innerText.trim()
      if (text) seen.push(`${location.pathname} ${text}`)
      if (seen.length < 1000) requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
    Object.assign(window, { seen })
  })
  const request = new URL(signInRequest())
  await page.goto(`${stack.login}/welcome${request.search}`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(new URL(page.url()).search).toBe(request.search)
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen[0]).toContain(`/welcome ${texts.en.welcome}`)
  expect(
    seen.filter((text) => text.startsWith('/welcome') && !text.includes(texts.en.welcome)),
  ).toEqual([])
  expect(seen.join()).not.toContain(texts.en.title)
})

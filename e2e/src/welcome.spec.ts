import { expect, test } from '@playwright/test'
import { accountsOf, createAccount } from './identity-admin.ts'
import { expectInApplication, openProtected, signInButton, signInWith } from './journeys.ts'
import { newPerson } from './people.ts'
import { announcementsOf, setProvisioning } from './provisioning.ts'
import { signInRequest } from './requests.ts'
import { onPostgres, stack } from './stack.ts'
import { holdWelcome } from './welcome.ts'
import { words } from './words.ts'

const newcomer = async () => {
  const person = newPerson()
  const uid = await createAccount(person, { isNewcomer: true })
  return { ...person, uid }
}

test(
  'a newcomer waits on the welcome page, and ends at the address asked for with the account made once (A2b, C9a)',
  { tag: onPostgres },
  async ({ page }) => {
    const person = await newcomer()
    const url = `${stack.gate}/first?x=1`
    const release = await holdWelcome(page)
    await openProtected(page, url)
    await signInWith(page, person)
    await expect(page.getByText(words.en.welcome)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/welcome')
    expect(new URL(page.url()).searchParams.get('redirect_uri')).toContain(stack.gate)

    release()
    await expectInApplication(page, url, person)
    expect(await accountsOf(person)).toMatchObject([{ uid: person.uid, claims: {} }])
    expect(await announcementsOf(person)).toMatchObject([{ uid: person.uid, times: 1 }])
  },
)

test('while the other system fails the visitor is told, and the retry finishes where it stopped', async ({
  page,
}) => {
  const person = await newcomer()
  await setProvisioning(person, 'fail')
  await openProtected(page, `${stack.gate}/fails`)
  await signInWith(page, person)
  await expect(page.getByRole('alert')).toContainText(words.en.unknown, { timeout: 20_000 })
  await expect(page.getByText(/Reference:/)).toBeVisible()
  expect(await accountsOf(person)).toMatchObject([{ claims: { firstLogin: true } }])

  await setProvisioning(person, 'recover')
  await page.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(page, `${stack.gate}/fails`, person)
  expect(await accountsOf(person)).toMatchObject([{ claims: {} }])
  expect(await announcementsOf(person)).toMatchObject([{ times: 1 }])
})

test('two tabs at once make one account, and both end signed in', async ({ context }) => {
  const person = await newcomer()
  const [first, second] = [await context.newPage(), await context.newPage()]
  const [releaseFirst, releaseSecond] = [await holdWelcome(first), await holdWelcome(second)]
  await openProtected(first, `${stack.gate}/a`)
  await openProtected(second, `${stack.gate}/b`)
  await signInWith(first, person)
  await expect(first.getByText(words.en.welcome)).toBeVisible()
  await signInWith(second, person)
  await expect(second.getByText(words.en.welcome)).toBeVisible()

  releaseFirst()
  releaseSecond()
  await expectInApplication(first, `${stack.gate}/a`, person)
  await expectInApplication(second, `${stack.gate}/b`, person)
  expect(await announcementsOf(person)).toMatchObject([{ times: 1 }])
})

test('the welcome URL shows its text from the first frame, and a user with nothing to wait for gets the buttons at / (A2a, A2c)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = []
    const look = () => {
      const text = document.body?.innerText.trim()
      if (text) seen.push(`${location.pathname} ${text}`)
      if (seen.length < 1000) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { seen })
  })
  const request = new URL(signInRequest())
  await page.goto(`${stack.login}/welcome${request.search}`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(new URL(page.url()).search).toBe(request.search)
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen[0]).toContain(`/welcome ${words.en.welcome}`)
  expect(
    seen.filter((text) => text.startsWith('/welcome') && !text.includes(words.en.welcome)),
  ).toEqual([])
  expect(seen.join()).not.toContain(words.en.title)
})

test('the welcome address without a sign-in request ends at the product (C9c)', async ({
  page,
}) => {
  await page.goto(`${stack.login}/welcome`)
  await expect(signInButton(page, 'google')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toContain(stack.gate)
})

test('an ID token is in no address that the browser keeps', async ({ page }) => {
  const person = await newcomer()
  const visited: string[] = []
  const tokens: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/welcome/start') tokens.push(url.searchParams.get('t') ?? '')
  })
  await openProtected(page, `${stack.gate}/quiet`)
  await signInWith(page, person)
  await expectInApplication(page, `${stack.gate}/quiet`, person)
  expect(tokens).toHaveLength(1)
  expect(visited.filter((url) => tokens.some((token) => url.includes(token)))).toEqual([])
})

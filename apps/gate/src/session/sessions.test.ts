import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beginSignIn,
  fetchCookie,
  loginRequestOf,
  signIn,
  createTestGate,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

it('the session cookie is only for this host, over https, and hidden from scripts', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  const answer = await fetchCookie(browser, exchange.redirectToken)
  const [session, nonce] = answer.headers['set-cookie'] ?? []
  expect(session).toMatch(/^__Host-foyer-session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(nonce).toMatch(/^__Host-foyer-nonce-\S+=; .*Max-Age=0$/)
})

it('the gate’s cookies have plain names on http://localhost, where the prefix is not possible', async () => {
  const local = await createTestGate({ environment: { GATE_PUBLIC_URL: 'http://localhost:4100' } })
  const browser = await signIn(local)
  expect([...browser.cookies.keys()]).toEqual(['foyer-4100-session'])
  expect((await browser.open('/')).status).toBe(200)
  await local.stop()
})

it('a session ends before its ID token if the deployment configures it, and is renewed silently', async () => {
  const short = await createTestGate({ environment: { GATE_SESSION_SECONDS: '60' } })
  const browser = await signIn(short)
  short.clock.now += 59
  expect((await browser.open('/')).status).toBe(200)
  short.clock.now += 1
  const answer = await browser.open('/')
  expect(answer.status).toBe(302)
  expect(loginRequestOf(answer).searchParams.get('mode')).toBe('login')
  await short.stop()
})

it('two session cookies in one request are refused with 400 and cleared', async () => {
  const browser = await signIn(gate)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  const cookie = `__Host-foyer-session=x; __Host-foyer-session=${session}`
  const answer = await browser.open('/', { cookie })
  expect(answer.status).toBe(400)
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-foyer-session=; .*Max-Age=0/),
  ])
})

it.each([
  [
    'changed',
    (value: string) => `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`,
  ],
  ['shortened', (value: string) => value.slice(0, -4)],
  ['empty', () => ''],
  ['padded', (value: string) => `${value}==`],
  ['followed by junk', (value: string) => `${value}!!`],
])('a %s session cookie counts as no session', async (_, change) => {
  const browser = await signIn(gate)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  browser.cookies.set('__Host-foyer-session', change(session))
  expect((await browser.open('/')).status).toBe(302)
})

it('a session ends with its ID token, plus the clock tolerance', async () => {
  const own = await createTestGate()
  const browser = await signIn(own)
  own.clock.now += 3500 + 29
  expect((await browser.open('/')).status).toBe(200)
  own.clock.now += 1
  expect((await browser.open('/')).status).toBe(302)
  await own.stop()
})

it('a session of a tenant that is no longer allowed is not accepted', async () => {
  const { dataDirectory } = gate.settings
  const browser = await signIn(gate)
  const changed = await createTestGate({
    environment: { GATE_DATA: dataDirectory, GATE_TENANTS: 'Beta-k9j8h' },
  })
  const later = changed.browser()
  for (const [name, value] of browser.cookies) later.cookies.set(name, value)
  expect(loginRequestOf(await later.open('/')).searchParams.get('tid')).toBe('Beta-k9j8h')
  await changed.stop()
})

it('a sign-out is stored as long as any cookie of the session could be valid, also after a restart', async () => {
  const own = await createTestGate()
  // The longest possible lifetime.
  const startsAt = own.clock.now
  const claims = { iat: startsAt + 30, exp: startsAt + 3630 }
  const leaving = await signIn(own, '/', claims)
  const staying = await signIn(own, '/', claims)
  const copies = [leaving, staying].map(({ cookies }) => new Map(cookies))
  await leaving.open('/?gcp-iap-mode=GCIP_SIGNOUT')

  const restarted = await createTestGate({
    environment: { GATE_DATA: own.settings.dataDirectory },
    startsAt: startsAt + 3599,
  })
  const statuses = copies.map(async (copy) => {
    const later = restarted.browser()
    for (const [name, value] of copy) later.cookies.set(name, value)
    return (await later.open('/')).status
  })
  expect(await Promise.all(statuses)).toEqual([302, 200])
  await restarted.stop()
  await own.stop()
})

it('a session ends an hour after its ID token was issued, even if that token is valid for longer', async () => {
  const own = await createTestGate()
  const browser = await signIn(own, '/', {
    iat: own.clock.now - 300,
    exp: own.clock.now + 36_000,
  })
  own.clock.now += 3300 + 29
  expect((await browser.open('/')).status).toBe(200)
  own.clock.now += 1
  expect((await browser.open('/')).status).toBe(302)
  await own.stop()
})

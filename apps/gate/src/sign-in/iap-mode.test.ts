import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beginSignIn,
  fetchCookie,
  loginRequestOf,
  post,
  publicOrigin,
  signIn,
  createTestGate,
  stateOf,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

it('GCIP_SIGNOUT ends the session and redirects to the sign-out of its tenant', async () => {
  const browser = await signIn(gate)
  const copy = new Map(browser.cookies)

  const answer = await browser.open('/page?a=1&gcp-iap-mode=GCIP_SIGNOUT&b=2')
  const request = loginRequestOf(answer).searchParams
  expect(request.get('mode')).toBe('signout')
  expect(request.get('redirect_uri')).toBe(`${publicOrigin}/_gcp_iap/handle_redirect`)
  expect(request.has('tid')).toBe(false)
  expect(browser.cookies.size).toBe(0)

  const info = await post(browser, { state: stateOf(answer) })
  expect(JSON.parse(info.text)).toEqual({
    originalUri: `${publicOrigin}/page?a=1&b=2`,
    tenantIds: ['Acme-x1y2z'],
  })
  for (const [name, value] of copy) browser.cookies.set(name, value)
  expect((await browser.open('/page')).status).toBe(302)
})

it('GCIP_SIGNOUT also ends the cookies that were refreshed since', async () => {
  const browser = await signIn(gate)
  const before = new Map(browser.cookies)
  gate.clock.now += 1800
  await signIn(gate, '/?gcp-iap-mode=DO_SESSION_REFRESH', {}, browser)
  expect(browser.cookies).not.toEqual(before)
  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')

  for (const [name, value] of before) browser.cookies.set(name, value)
  expect((await browser.open('/')).status).toBe(302)
})

it('GCIP_SIGNOUT without a session signs out of every tenant of the gate', async () => {
  const several = await createTestGate({ environment: { GATE_TENANTS: 'Acme-x1y2z,Beta-k9j8h' } })
  const answer = await several.browser().open('/?gcp-iap-mode=GCIP_SIGNOUT')
  const info = await post(several.browser(), { state: stateOf(answer) })
  expect(JSON.parse(info.text)).toMatchObject({ tenantIds: ['Acme-x1y2z', 'Beta-k9j8h'] })
  await several.stop()
})

it('the state of a sign-out does not sign anyone in', async () => {
  const browser = gate.browser()
  const state = stateOf(await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT'))
  const answer = await post(browser, { id_token: await gate.identityPlatform.idToken(), state })
  expect(answer.text).toContain('FAILED_PRECONDITION')
})

it('CLEAR_LOGIN_COOKIE clears every cookie of the gate and stays at the URL', async () => {
  const browser = await signIn(gate)
  await browser.open('/?gcp-iap-mode=DO_SESSION_REFRESH')
  expect(browser.cookies.size).toBe(2)
  const answer = await browser.open('/page?x=1&gcp-iap-mode=CLEAR_LOGIN_COOKIE')
  expect(answer.headers.location).toBe('/page?x=1')
  expect(browser.cookies.size).toBe(0)
})

it('IDENTITY responds with the signed-in user, and does nothing without a session', async () => {
  const browser = await signIn(gate)
  const answer = await browser.open('/any/path?gcp-iap-mode=IDENTITY')
  expect(JSON.parse(answer.text)).toEqual({
    email: 'securetoken.google.com/demo-proj/Acme-x1y2z:a@corp.example',
    sub: 'securetoken.google.com/demo-proj/Acme-x1y2z:u-1',
  })
  expect((await gate.browser().call('/?gcp-iap-mode=IDENTITY')).status).toBe(401)
})

it('DO_SESSION_REFRESH redirects to the sign-in page even if the session is valid', async () => {
  const browser = await signIn(gate)
  const answer = await browser.open('/?gcp-iap-mode=DO_SESSION_REFRESH')
  expect(loginRequestOf(answer).searchParams.get('mode')).toBe('login')
  const info = await post(browser, { state: stateOf(answer) })
  expect(JSON.parse(info.text)).toMatchObject({
    originalUri: `${publicOrigin}/_gcp_iap/session_refreshed`,
  })
  const end = await browser.open('/_gcp_iap/session_refreshed')
  expect(end.text).toContain('Your session is up to date')
})

it('SESSION_REFRESHER waits until shortly before the end of the session, and then redirects to the sign-in page', async () => {
  const browser = await signIn(gate)
  const path = '/?gcp-iap-mode=SESSION_REFRESHER'
  const waiting = await browser.open(path)
  expect(waiting.status).toBe(200)
  const seconds = Number(waiting.headers['refresh'])
  expect(seconds).toBeGreaterThan(3000)

  gate.clock.now += seconds
  const refreshing = await browser.open(path)
  const info = await post(browser, { state: stateOf(refreshing) })
  expect(JSON.parse(info.text)).toMatchObject({ originalUri: publicOrigin + path })
})

it('an unknown mode is forwarded to the application', async () => {
  const browser = await signIn(gate)
  const answer = await browser.open('/?gcp-iap-mode=UNKNOWN')
  expect(JSON.parse(answer.text)).toMatchObject({ url: '/?gcp-iap-mode=UNKNOWN' })
})

it('the session of the previous user ends when another user signs in', async () => {
  const browser = await signIn(gate)
  const before = new Map(browser.cookies)
  const path = '/?gcp-iap-mode=DO_SESSION_REFRESH'
  const { exchange } = await beginSignIn(gate, browser, path, { sub: 'u-2' })
  await fetchCookie(browser, exchange.redirectToken)

  browser.cookies.clear()
  for (const [name, value] of before) browser.cookies.set(name, value)
  expect((await browser.open('/')).status).toBe(302)
})

/** The Fetch Metadata of requests that do not navigate the whole window. */
const notTheWholeWindow: [what: string, headers: Record<string, string>][] = [
  ['a <link rel=prefetch>', { 'sec-fetch-mode': 'no-cors', 'sec-purpose': 'prefetch' }],
  ['a speculative prefetch', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
  ['a prerender', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older browser', { purpose: 'prefetch' }],
  ['a prefetch of an older Firefox', { 'x-moz': 'prefetch' }],
  ['a preview of an older Safari', { 'x-purpose': 'preview' }],
  [
    'an image of a sibling domain',
    {
      accept: 'image/*',
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    },
  ],
  ['a frame of a sibling domain', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }],
  ['a frame of a frameset', { 'sec-fetch-dest': 'frame' }],
  ['an embedded object', { 'sec-fetch-dest': 'object' }],
  ['a call by script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
]
const endings = ['GCIP_SIGNOUT', 'CLEAR_LOGIN_COOKIE']

it.each(notTheWholeWindow)('%s ends no session', async (_, headers) => {
  const browser = await signIn(gate)
  for (const mode of endings) {
    const answer = await browser.open(`/page?gcp-iap-mode=${mode}`, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect((await browser.open('/page')).status).toBe(200)
})

it('an image ends no session in a browser without Fetch Metadata', async () => {
  const browser = await signIn(gate)
  const headers = { accept: 'image/avif,image/webp,*/*;q=0.8' }
  for (const mode of endings) {
    expect((await browser.call(`/?gcp-iap-mode=${mode}`, { headers })).status).toBe(403)
  }
  expect((await browser.open('/page')).status).toBe(200)
})

it('HEAD ends no session', async () => {
  const browser = await signIn(gate)
  for (const mode of endings) {
    const answer = await browser.call(`/page?gcp-iap-mode=${mode}`, {
      method: 'HEAD',
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    })
    expect(answer.status).toBe(403)
  }
  expect((await browser.open('/page')).status).toBe(200)
})

it.each([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
  ['a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
])('a navigation of the whole window by %s ends the session, as at IAP', async (_, headers) => {
  for (const mode of endings) {
    const browser = await signIn(gate)
    const answer = await browser.open(`/page?gcp-iap-mode=${mode}`, headers)
    expect(answer.status).toBe(302)
    expect(browser.cookies.size).toBe(0)
  }
})

it('a user in a frame gets a link that signs out in the whole window', async () => {
  const browser = await signIn(gate)
  const path = '/page?a=1&gcp-iap-mode=GCIP_SIGNOUT'
  const answer = await browser.open(path, { 'sec-fetch-dest': 'iframe' })
  expect(answer.text).toContain('href="/page?a=1&amp;gcp-iap-mode=GCIP_SIGNOUT" target="_top"')
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'")
})

it.each([
  'GCIP_SIGNOUT',
  'CLEAR_LOGIN_COOKIE',
  'IDENTITY',
  'DO_SESSION_REFRESH',
  'SESSION_REFRESHER',
])('the gate answers gcp-iap-mode=%s itself and does not forward it', async (mode) => {
  const browser = await signIn(gate)
  const answer = await browser.open(`/page?gcp-iap-mode=${mode}`)
  expect(answer.headers['x-goog-iap-generated-response']).toBe('true')
})

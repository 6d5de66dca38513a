import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  apiKey,
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

it('a page request without a session is redirected to the sign-in page with a complete request', async () => {
  const answer = await gate.browser().open('/some/page?x=1')
  const request = loginRequestOf(answer)

  expect(answer.status).toBe(302)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(request.origin + request.pathname).toBe('https://login.example.com/')
  expect(Object.fromEntries(request.searchParams)).toEqual({
    mode: 'login',
    apiKey,
    tid: 'Acme-x1y2z',
    redirect_uri: `${publicOrigin}/_gcp_iap/handle_redirect`,
    state: expect.stringMatching(/^[\w-]{100,}$/) as unknown,
  })
})

it.each([
  ['X09', 'x-forwarded-host', 'evil.test'],
  ['X10', 'x-forwarded-uri', '/public'],
  ['X10', 'x-forwarded-uri', '/_gcp_iap/healthz'],
  ['X11', 'x-original-url', '/healthz'],
  ['X11', 'x-original-url', '/_gcp_iap/healthz'],
  ['similar', 'x-forwarded-proto', 'http'],
  ['similar', 'x-forwarded-port', '8443'],
  ['similar', 'x-rewrite-url', '/public'],
  ['similar', 'forwarded', 'host=evil.test;proto=http'],
])(
  '%s: a page request with %s: %s is redirected to sign in for this host and its real path',
  async (_, name, value) => {
    const answer = await gate.browser().open('/private?x=1', { [name]: value })
    expect(answer.status).toBe(302)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-foyer-nonce-\S+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-/,
      ),
    ])
    const request = loginRequestOf(answer)
    expect(request.origin).toBe(gate.settings.login.origin)
    expect(request.searchParams.get('redirect_uri')).toBe(
      `${publicOrigin}/_gcp_iap/handle_redirect`,
    )
    const info = await post(gate.browser(), { state: stateOf(answer) })
    expect(JSON.parse(info.text)).toMatchObject({ originalUri: `${publicOrigin}/private?x=1` })
  },
)

it.each([
  ['X09', 'x-forwarded-host', 'evil.test'],
  ['X10', 'x-forwarded-uri', '/_gcp_iap/healthz'],
  ['X11', 'x-original-url', '/_gcp_iap/healthz'],
])('%s: a script that sends %s: %s gets 401', async (_, name, value) => {
  const answer = await gate.browser().call('/private', { headers: { [name]: value } })
  expect(answer.status).toBe(401)
})

it('the cookies have the nonces of the eight latest sign-ins', async () => {
  const browser = gate.browser()
  for (let attempt = 0; attempt < 12; attempt += 1) {
    gate.clock.now += 1
    await browser.open(`/${attempt}`)
  }
  const ages = [...browser.cookies.values()].map((value) => parseInt(value, 36) - gate.clock.now)
  expect(ages).toEqual([-7, -6, -5, -4, -3, -2, -1, 0])
})

it('the request has the only tenant, asks to choose one of several, or has the project’s own number', async () => {
  const several = await createTestGate({ environment: { GATE_TENANTS: 'Acme-x1y2z,Beta-k9j8h' } })
  const none = await createTestGate({ environment: { GATE_TENANTS: '' } })
  const choice = await several.browser().open('/')
  const pool = loginRequestOf(await none.browser().open('/')).searchParams

  expect(loginRequestOf(choice).searchParams.get('mode')).toBe('selectAuthSession')
  expect(loginRequestOf(choice).searchParams.has('tid')).toBe(false)
  const info = await post(several.browser(), { state: stateOf(choice) })
  expect(JSON.parse(info.text)).toMatchObject({ tenantIds: ['Acme-x1y2z', 'Beta-k9j8h'] })
  expect(pool.get('mode')).toBe('login')
  expect(pool.get('tid')).toBe('_123456789012')
  await several.stop()
  await none.stop()
})

it('with list-tenants off, no answer to an anonymous user names a tenant that the user has not named (K5c)', async () => {
  const environment = { GATE_TENANTS: 'Acme-x1y2z,Beta-k9j8h', GATE_LIST_TENANTS: 'off' }
  const several = await createTestGate({ environment })
  const browser = several.browser()
  const choice = await browser.open('/')
  const ask = async (tid?: string) => {
    const { text } = await post(browser, { state: stateOf(choice), ...(tid && { tid }) })
    return (JSON.parse(text) as { tenantIds: string[] }).tenantIds
  }
  expect(loginRequestOf(choice).searchParams.get('mode')).toBe('selectAuthSession')
  expect(await ask()).toEqual(['_'])
  expect(await ask('Beta-k9j8h')).toEqual(['Beta-k9j8h'])
  expect(await ask('Gamma-a1b2c')).toEqual(['_'])
  await several.stop()
})

it('with list-tenants off, a sign-out without a session asks the page to sign out of everything, and not of each tenant', async () => {
  const environment = { GATE_TENANTS: 'Acme-x1y2z,Beta-k9j8h', GATE_LIST_TENANTS: 'off' }
  const several = await createTestGate({ environment })
  const signOut = '/page?gcp-iap-mode=GCIP_SIGNOUT'
  const signedIn = await signIn(several)
  expect(loginRequestOf(await signedIn.open(signOut)).searchParams.has('state')).toBe(true)
  const { searchParams } = loginRequestOf(await several.browser().open(signOut))
  expect([...searchParams.keys()]).toEqual(['mode', 'apiKey'])
  await several.stop()
})

it('an expired session is refreshed for its tenant, and the user need not choose again', async () => {
  const several = await createTestGate({ environment: { GATE_TENANTS: 'Acme-x1y2z,Beta-k9j8h' } })
  const browser = await signIn(several, '/')
  several.clock.now += 3600
  const request = loginRequestOf(await browser.open('/')).searchParams
  expect(request.get('mode')).toBe('login')
  expect(request.get('tid')).toBe('Acme-x1y2z')
  await several.stop()
})

it('a URL that is too long to return to gets an error page', async () => {
  const answer = await gate.browser().open(`/?long=${'x'.repeat(3000)}`)
  expect(answer.status).toBe(414)
  expect(answer.text).toContain('This address is too long')
})

it('a state is short enough for sign-in pages, however long its path', async () => {
  const state = stateOf(await gate.browser().open(`/${'x'.repeat(2799)}`))
  expect(state.length).toBeLessThanOrEqual(4096)
})

it.each([
  ['quotation marks', '"'.repeat(2700)],
  ['random letters and digits', randomBytes(2025).toString('base64url')],
  ['every character that a path may have', everyCharacter(2700)],
])('a state is short enough for sign-in pages at an incompressible path: %s', async (_, query) => {
  const answer = await gate.browser().open(`/?q=${query}`)
  expect(stateOf(answer).length).toBeLessThanOrEqual(4096)
  const browser = await signIn(gate)
  const signOut = await browser.open(`/?gcp-iap-mode=GCIP_SIGNOUT&q=${query}`)
  expect(stateOf(signOut).length).toBeLessThanOrEqual(4096)
})

/** Random, so that compression saves as little as possible. */
function everyCharacter(length: number): string {
  const characters = Array.from(randomBytes(length), (byte) =>
    String.fromCharCode(0x21 + (byte % 94)),
  )
  return characters.join('').replaceAll(/[\\#]/g, '"')
}

it.each([
  ['prefetch', 401, 'GET', { 'sec-purpose': 'prefetch' }],
  ['prerender', 401, 'GET', { 'sec-purpose': 'prefetch;prerender' }],
  ['HEAD', 302, 'HEAD', {}],
])('a %s begins no sign-in, which could replace one in progress', async (...row) => {
  const [, status, method, headers] = row
  const browser = gate.browser()
  for (const path of ['/', '/?gcp-iap-mode=SESSION_REFRESHER']) {
    const answer = await browser.call(path, {
      method,
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...headers },
    })
    expect(answer.status).toBe(status)
  }
  expect(browser.cookies.size).toBe(0)
})

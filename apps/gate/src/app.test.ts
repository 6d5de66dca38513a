import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importSPKI,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beginSignIn,
  loginRequestOf,
  echoed,
  fetchCookie,
  publicHost,
  signIn,
  startTestGate,
  type TestGate,
} from './testing/test-gate.ts'
import { sendRaw, statusOf } from './testing/raw-request.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await startTestGate()
})
afterAll(() => gate.stop())

it.each([
  ['XMLHttpRequest', { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }],
  ['fetch', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
  ['a request for JSON', { accept: 'application/json' }],
  ['a request for anything', { accept: '*/*' }],
])('answers %s without a session with 401 and no redirect', async (_, headers) => {
  const answer = await gate.browser().call('/api', { headers })
  expect(answer.status).toBe(401)
  expect(answer.headers.location).toBeUndefined()
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(JSON.parse(answer.text)).toEqual({ error: { code: 401, status: 'UNAUTHENTICATED' } })
})

it('tells a visitor whose form met an ended session what to do, and loses nothing silently', async () => {
  const answer = await gate.browser().call('/order', {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'accept-language': 'tr' },
    body: 'item=1',
  })
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('<html lang="tr">')
  expect(answer.text).toContain('Oturumunuzun süresi doldu')
  expect(answer.text).toContain('href="/?gcp-iap-mode=DO_SESSION_REFRESH" target="_blank"')
})

it('redirects a HEAD like the page it asks about', async () => {
  const answer = await gate
    .browser()
    .call('/', { method: 'HEAD', headers: { accept: 'text/html' } })
  expect(answer.status).toBe(302)
})

it('keeps every answer of its own from caches, frames and sniffing', async () => {
  const answer = await gate.browser().open(`/?${'x'.repeat(3000)}`)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-goog-iap-generated-response': 'true',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-\S+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
    ) as unknown,
  })
})

it('answers the health probe by any name', async () => {
  const raw = await sendRaw(gate.port, [
    'GET /_gcp_iap/healthz HTTP/1.1',
    'Host: 10.0.0.1',
    'Connection: close',
  ])
  expect(statusOf(raw)).toBe(200)
})

it('answers nothing else below its own prefix, signed in or not', async () => {
  const browser = await signIn(gate)
  expect((await browser.open('/_gcp_iap/')).status).toBe(404)
  expect((await browser.open('/_gcp_iap/admin')).status).toBe(404)
})

it('sets a session cookie that only this host, over https, and no script can have', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  const answer = await fetchCookie(browser, exchange.redirectToken)
  const [session, nonce] = answer.headers['set-cookie'] ?? []
  expect(session).toMatch(/^__Host-foyer-session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  expect(nonce).toMatch(/^__Host-foyer-nonce-\S+=; .*Max-Age=0$/)
})

it('uses plain cookie names on http://localhost, where the prefix cannot be', async () => {
  const local = await startTestGate({ environment: { GATE_PUBLIC_URL: 'http://localhost:4100' } })
  const browser = await signIn(local)
  expect([...browser.cookies.keys()]).toEqual(['foyer-4100-session'])
  expect((await browser.open('/')).status).toBe(200)
  await local.stop()
})

it('clears two sessions with 400', async () => {
  const browser = await signIn(gate)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  const raw = await sendRaw(gate.port, [
    'GET / HTTP/1.1',
    `Host: ${publicHost}`,
    `Cookie: __Host-foyer-session=x; __Host-foyer-session=${session}`,
    'Connection: close',
  ])
  expect(statusOf(raw)).toBe(400)
  expect(raw).toMatch(/^set-cookie: __Host-foyer-session=; .*Max-Age=0/im)
})

it.each([
  [
    'changed',
    (value: string) => `${value.slice(0, 40)}${value[40] === 'A' ? 'B' : 'A'}${value.slice(41)}`,
  ],
  ['cut', (value: string) => value.slice(0, -4)],
  ['empty', () => ''],
])('takes a %s session for none', async (_, change) => {
  const browser = await signIn(gate)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  browser.cookies.set('__Host-foyer-session', change(session))
  expect((await browser.open('/')).status).toBe(302)
})

it('ends the session with its ID token, within the clock allowance', async () => {
  const own = await startTestGate()
  const browser = await signIn(own)
  own.clock.now += 3500 + 29
  expect((await browser.open('/')).status).toBe(200)
  own.clock.now += 1
  expect((await browser.open('/')).status).toBe(302)
  await own.stop()
})

it('admits no session of a tenant that may no longer enter', async () => {
  const { dataDirectory } = gate.settings
  const browser = await signIn(gate)
  const changed = await startTestGate({
    environment: { GATE_DATA: dataDirectory, GATE_TENANTS: 'Beta-k9j8h' },
  })
  const later = changed.browser()
  for (const [name, value] of browser.cookies) later.cookies.set(name, value)
  expect(loginRequestOf(await later.open('/')).searchParams.get('tid')).toBe('Beta-k9j8h')
  await changed.stop()
})

it('signs an assertion that verifiers of IAP accept with the published keys', async () => {
  const browser = await signIn(gate)
  const jwks = JSON.parse(
    (await gate.browser().call('/_gcp_iap/public_key-jwk')).text,
  ) as JSONWebKeySet
  const pems = JSON.parse((await gate.browser().call('/_gcp_iap/public_key')).text) as Record<
    string,
    string
  >
  const assertion = echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? ''
  const rules = {
    issuer: 'https://cloud.google.com/iap',
    audience: '/projects/123456789012/apps/demo-proj',
    currentDate: new Date(gate.clock.now * 1000),
  }

  const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(jwks), rules)
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: jwks.keys[0]?.kid })
  expect(payload.sub).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:u-1')
  expect(payload['email']).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:a@corp.example')
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(600)
  expect(JSON.parse(String(payload['gcip']))).toEqual({
    auth_time: expect.any(Number) as unknown,
    email: 'a@corp.example',
    email_verified: true,
    firebase: { sign_in_provider: 'google.com', tenant: 'Acme-x1y2z' },
    sub: 'u-1',
  })
  const pem = await importSPKI(pems[protectedHeader.kid ?? ''] ?? '', 'ES256')
  await expect(jwtVerify(assertion, pem, rules)).resolves.toBeDefined()
})

it('signs once for five minutes of requests', async () => {
  const own = await startTestGate()
  const browser = await signIn(own)
  const read = async () => echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? ''
  const first = await read()
  own.clock.now += 299
  expect(await read()).toBe(first)
  own.clock.now += 1
  const second = await read()
  expect(decodeJwt(second).iat).toBe((decodeJwt(first).iat ?? 0) + 300)
  expect(decodeProtectedHeader(second).kid).toBe(decodeProtectedHeader(first).kid)
  await own.stop()
})

it('I20 presents an address that nobody verified nowhere but among the claims', async () => {
  const browser = await signIn(gate, '/', { email_verified: false })
  const { headers } = echoed(await browser.open('/'))
  const payload = decodeJwt(headers['x-goog-iap-jwt-assertion'] ?? '')
  expect(headers).not.toHaveProperty('x-goog-authenticated-user-email')
  expect(payload).not.toHaveProperty('email')
  expect(JSON.parse(String(payload['gcip']))).toMatchObject({ email_verified: false })
})

it('carries names beyond Latin-1 to the application', async () => {
  const browser = await signIn(gate, '/', { email: 'ığdır@corp.example', name: 'Şükrü 李' })
  const { headers } = echoed(await browser.open('/'))
  const email = Buffer.from(headers['x-goog-authenticated-user-email'] ?? '', 'latin1').toString(
    'utf8',
  )
  expect(email).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:ığdır@corp.example')
})

it('keeps the cookie within what browsers store, however long the claims', async () => {
  const browser = await signIn(gate, '/', {
    picture: `https://photos.example/${'p'.repeat(2000)}`,
    firebase: {
      tenant: 'Acme-x1y2z',
      sign_in_provider: 'saml.corp',
      sign_in_attributes: { groups: Array.from({ length: 200 }, (_, index) => `group-${index}`) },
    },
    role: 'admin',
  })
  expect(browser.cookies.get('__Host-foyer-session')?.length).toBeLessThan(3900)
  const payload = decodeJwt(
    echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? '',
  )
  expect(JSON.parse(String(payload['gcip']))).toMatchObject({ role: 'admin', sub: 'u-1' })
})

it('writes nothing of a visitor into its log', async () => {
  const own = await startTestGate()
  const browser = own.browser()
  const { state, exchange } = await beginSignIn(own, browser, '/private-canary?x=1', {
    email: 'canary@corp.example',
    phone_number: '+905550000001',
  })
  await fetchCookie(browser, exchange.redirectToken)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  await browser.open('/private-canary')
  own.upstream.closeAllConnections()
  own.upstream.close()
  await browser.open(`/private-canary?rt=${exchange.redirectToken}`)
  await browser.open('//private-canary')
  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await own.stop()

  const log = own.logged.join('')
  expect(own.logged.length).toBeGreaterThan(6)
  for (const secret of [
    state,
    exchange.redirectToken,
    session,
    'canary',
    '905550000001',
    'AIzaSy',
  ]) {
    expect(log).not.toContain(secret)
  }
})

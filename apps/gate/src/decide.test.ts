import { afterAll, beforeAll, expect, it } from 'vitest'
import { echoed, publicHost, signIn, createTestGate, type TestGate } from './testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

it.each([
  ['XMLHttpRequest', { accept: 'text/html', 'x-requested-with': 'XMLHttpRequest' }],
  ['fetch', { accept: 'text/html', 'sec-fetch-mode': 'cors' }],
  ['a request for JSON', { accept: 'application/json' }],
  ['a request for anything', { accept: '*/*' }],
])('without a session, %s gets 401 and no redirect', async (_, headers) => {
  const answer = await gate.browser().call('/api', { headers })
  expect(answer.status).toBe(401)
  expect(answer.headers.location).toBeUndefined()
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(JSON.parse(answer.text)).toEqual({ error: { code: 401, status: 'UNAUTHENTICATED' } })
})

it('a user who submits a form after the session has ended is told what to do', async () => {
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

it('the gate redirects a HEAD request like a GET request', async () => {
  const answer = await gate
    .browser()
    .call('/', { method: 'HEAD', headers: { accept: 'text/html' } })
  expect(answer.status).toBe(302)
})

it('the gate’s own responses must not be cached, framed or sniffed', async () => {
  const answer = await gate.browser().open(`/?${'x'.repeat(3000)}`)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-goog-iap-generated-response': 'true',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$/,
    ) as unknown,
  })
})

it('the gate answers the health probe for any host name', async () => {
  const answer = await gate.browser().call('/_gcp_iap/healthz', { headers: { host: '10.0.0.1' } })
  expect([answer.status, answer.text]).toEqual([200, 'ok'])
})

it('every other path below the gate’s prefix is 404, signed in or not', async () => {
  const browser = await signIn(gate)
  expect((await browser.open('/_gcp_iap/')).status).toBe(404)
  expect((await browser.open('/_gcp_iap/admin')).status).toBe(404)
})

/** What a browser sends before a script of another origin may call: no cookie, no body. */
const preflight = {
  origin: 'https://console.corp.example',
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type',
}

it('the gate refuses a preflight of another origin unless the setting says otherwise', async () => {
  const answer = await gate.browser().call('/api', { method: 'OPTIONS', headers: preflight })
  expect(answer.status).toBe(401)
})

it('the gate forwards a preflight without a session and without identity headers, if the setting says so', async () => {
  const passing = await createTestGate({ environment: { GATE_PREFLIGHT: 'pass' } })
  const headers = { ...preflight, 'x-goog-authenticated-user-email': 'evil' }
  const answer = await passing.browser().call('/api?x=1', { method: 'OPTIONS', headers })
  const seen = echoed(answer)
  expect([seen.method, seen.url]).toEqual(['OPTIONS', '/api?x=1'])
  expect(seen.headers).toMatchObject({ ...preflight, 'x-forwarded-host': publicHost })
  expect(Object.keys(seen.headers).filter((name) => name.startsWith('x-goog-'))).toEqual([])
  await passing.stop()
})

it.each([
  ['GET', ''],
  ['POST', ''],
  ['OPTIONS', 'body'],
])(
  'a %s request with the body "%s" is not forwarded as a preflight without a session',
  async (method, body) => {
    const passing = await createTestGate({ environment: { GATE_PREFLIGHT: 'pass' } })
    const headers = { ...preflight, 'content-length': String(body.length) }
    const answer = await passing.browser().call('/api', { method, headers, body })
    expect(answer.status).toBe(401)
    await passing.stop()
  },
)

it('the application gets the identity of a user who sends OPTIONS with a session', async () => {
  const passing = await createTestGate({ environment: { GATE_PREFLIGHT: 'pass' } })
  const browser = await signIn(passing)
  const seen = echoed(await browser.call('/api', { method: 'OPTIONS', headers: preflight }))
  expect(seen.headers).toHaveProperty('x-goog-iap-jwt-assertion')
  await passing.stop()
})

it('a path is escaped in the gate’s own pages', async () => {
  const browser = await signIn(gate)
  const path = `/a"><script>alert(1)</script>?b=1&lt;c&gcp-iap-mode=GCIP_SIGNOUT`
  const { text } = await browser.open(path, { 'sec-fetch-dest': 'iframe' })
  expect(text).toContain(
    'href="/a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;?b=1&amp;lt;c&amp;',
  )
})

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
])('the gate answers %s without a session with 401 and no redirect', async (_, headers) => {
  const answer = await gate.browser().call('/api', { headers })
  expect(answer.status).toBe(401)
  expect(answer.headers.location).toBeUndefined()
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(JSON.parse(answer.text)).toEqual({ error: { code: 401, status: 'UNAUTHENTICATED' } })
})

it('the gate tells a user whose form met an ended session what to do, and loses nothing silently', async () => {
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

it('the gate redirects a HEAD like the page it asks about', async () => {
  const answer = await gate
    .browser()
    .call('/', { method: 'HEAD', headers: { accept: 'text/html' } })
  expect(answer.status).toBe(302)
})

it('the gate keeps every answer of its own from caches, frames and sniffing', async () => {
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

it('the gate answers the health probe by any name', async () => {
  const answer = await gate.browser().call('/_gcp_iap/healthz', { headers: { host: '10.0.0.1' } })
  expect([answer.status, answer.text]).toEqual([200, 'ok'])
})

it('the gate answers nothing else below its own prefix, signed in or not', async () => {
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

it('the gate passes a preflight without a session on without identity headers, where the setting says so', async () => {
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
  'the gate passes no %s with the body "%s" on without a session for that',
  async (method, body) => {
    const passing = await createTestGate({ environment: { GATE_PREFLIGHT: 'pass' } })
    const headers = { ...preflight, 'content-length': String(body.length) }
    const answer = await passing.browser().call('/api', { method, headers, body })
    expect(answer.status).toBe(401)
    await passing.stop()
  },
)

it('the gate tells the application who asks by OPTIONS with a session', async () => {
  const passing = await createTestGate({ environment: { GATE_PREFLIGHT: 'pass' } })
  const browser = await signIn(passing)
  const seen = echoed(await browser.call('/api', { method: 'OPTIONS', headers: preflight }))
  expect(seen.headers).toHaveProperty('x-goog-iap-jwt-assertion')
  await passing.stop()
})

it('a path in a page of the gate is text, so that no path becomes markup', async () => {
  const browser = await signIn(gate)
  const path = `/a"><script>alert(1)</script>?b=1&lt;c&gcp-iap-mode=GCIP_SIGNOUT`
  const { text } = await browser.open(path, { 'sec-fetch-dest': 'iframe' })
  expect(text).toContain(
    'href="/a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;?b=1&amp;lt;c&amp;',
  )
})

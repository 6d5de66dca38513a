import http from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGateCounts } from './events/gate-counts.ts'
import { sendTo, type Answer, type TestBrowser } from './testing/test-browser.ts'
import {
  loginRequestOf,
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  type StartedGate,
} from './testing/test-gate.ts'

const environment = { GATE_AUTH_PORT: '0', GATE_UPSTREAM: '', GATE_TRUSTED_PROXIES: '127.0.0.1' }
const html = { accept: 'text/html' }
const counts = createGateCounts()
let gate: StartedGate
let browser: TestBrowser

beforeAll(async () => {
  gate = await startTestGate({ environment, counts })
  browser = await signIn(gate, '/', {
    email: 'ayşe@acme.example',
    email_verified: true,
  })
})
afterAll(() => gate.stop())

type Headers = Record<string, string | string[]>

/** Asks as a reverse proxy does. */
function ask(path: string, headers: Headers, of = gate): Promise<Answer> {
  return sendTo(of.authPort)(path, {
    method: 'GET',
    headers: { host: 'gate.internal', ...headers },
  })
}
const about = (uri: string, headers: Headers = {}) => ({
  'x-forwarded-method': 'GET',
  'x-forwarded-host': publicHost,
  'x-forwarded-uri': uri,
  ...headers,
})
const cookie = () => [...browser.cookies].map((pair) => pair.join('=')).join('; ')

it('a reverse proxy gets 200, who the user is, and the cookies that are for the application', async () => {
  for (const path of ['/check', '/answer']) {
    const { status, headers } = await ask(path, about('/x', { cookie: `a=1; ${cookie()}; b=2` }))
    expect(status).toBe(200)
    expect(headers['x-goog-iap-jwt-assertion']).toMatch(/^eyJ/)
    const email = Buffer.from(String(headers['x-goog-authenticated-user-email']), 'latin1')
    expect(email.toString()).toMatch(/:ayşe@acme\.example$/)
    expect(headers).toMatchObject({ cookie: 'a=1; b=2', 'cache-control': 'no-store' })
  }
  expect((await ask('/check', about('/', { cookie: cookie() }))).headers).not.toHaveProperty(
    'cookie',
  )
})

it('a reverse proxy gets the headers of claims, without a value if the user has none', async () => {
  const policy = {
    headers: { 'x-user': 'sub', 'x-none': 'none' },
    paths: [
      { path: '/' },
      { path: '/open/', access: 'public' as const, headers: { 'x-open': 'sub' } },
    ],
  }
  gate.replacePolicy(policy)
  const own = await signIn(gate)
  const ofUser = { cookie: [...own.cookies].map((pair) => pair.join('=')).join('; ') }
  const atRoot = await ask('/check', about('/', ofUser))
  expect(atRoot.headers).toMatchObject({
    'x-user': expect.stringMatching(/./),
    'x-none': '',
    'x-open': '',
  })
  const visitor = await ask('/check', about('/open/'))
  expect(visitor.status).toBe(200)
  expect(visitor.headers).toMatchObject({ 'x-user': '', 'x-goog-iap-jwt-assertion': '' })
  expect((await ask('/check', about('/open/', ofUser))).headers['x-open']).not.toBe('')
  gate.replacePolicy(undefined)
})

it('without a session, one endpoint answers 401 and the other sends the browser to the sign-in page', async () => {
  expect(await ask('/check', about('/x', html))).toMatchObject({ status: 401, text: '' })
  const answer = await ask('/answer', about('/x', html))
  expect(answer.status).toBe(302)
  expect(loginRequestOf(answer).searchParams.get('redirect_uri')).toContain(publicOrigin)
  expect(answer.headers['set-cookie']).toHaveLength(1)
  expect((await ask('/answer', about('/x'))).status).toBe(401)
})

it.each<[string, Headers]>([
  ['no method', { 'x-forwarded-method': [] }],
  ['no host', { 'x-forwarded-host': [] }],
  ['no URI', { 'x-forwarded-uri': [] }],
  ['two methods', { 'x-forwarded-method': ['GET', 'POST'] }],
  ['two hosts', { 'x-forwarded-host': [publicHost, publicHost] }],
  ['two URIs', { 'x-forwarded-uri': ['/open', '/x'] }],
  ['the method CONNECT', { 'x-forwarded-method': 'CONNECT' }],
  ['a method that is none', { 'x-forwarded-method': 'get /' }],
])('a question with %s is refused, although the session is valid', async (_what, headers) => {
  for (const path of ['/check', '/answer'])
    expect((await ask(path, about('/x', { cookie: cookie(), ...headers }))).status).toBe(400)
})

it.each([
  ['another host', { 'x-forwarded-host': 'other.example' }, 421],
  ['an ambiguous path', { 'x-forwarded-uri': '/a/../b' }, 400],
  ['a URL in place of a path', { 'x-forwarded-uri': 'https://app.corp.example/' }, 400],
  ['TRACE', { 'x-forwarded-method': 'TRACE' }, 405],
])('a request with %s may not pass', async (_what, headers, status) => {
  const question = about('/x', { cookie: cookie(), ...headers })
  expect((await ask('/check', question)).status).toBe(401)
  expect((await ask('/answer', question)).status).toBe(status)
})

it('a body of the question is none of the request', async () => {
  const headers = { 'sec-websocket-key': 'x', origin: publicOrigin, 'content-length': '2' }
  const question = { ...about('/x', { cookie: cookie(), ...headers }), host: publicHost }
  const answer = await sendTo(gate.authPort)('/check', {
    method: 'GET',
    headers: question,
    body: '{}',
  })
  expect(answer.status).toBe(200)
})

it.each([
  '/_gcp_iap/handle_redirect',
  '/_gcp_iap/public_key',
  '/x?gcp-iap-mode=IDENTITY',
  '/x?gcp-iap-mode=SESSION_REFRESHER',
])('%s is never answered with 2xx, which would let it pass to the application', async (uri) => {
  for (const path of ['/check', '/answer']) {
    const { status } = await ask(path, about(uri, { cookie: cookie(), ...html }))
    expect(status).toBe(path === '/check' ? 401 : 400)
  }
})

it('an answer with long headers is a redirect too, and no page that redirects', async () => {
  const nonces = Array.from({ length: 50 }, (_, index) => `__Host-foyer-nonce-${index}=x`)
  const headers = { ...html, cookie: nonces.join('; ') }
  const answer = await ask('/answer', about('/x?gcp-iap-mode=CLEAR_LOGIN_COOKIE', headers))
  expect(answer.status).toBe(302)
  expect(answer.headers).toMatchObject({ location: '/x' })
  expect(answer.headers['set-cookie']).toHaveLength(51)
})

it('a check changes nothing, and the answer signs out', async () => {
  const own = await signIn(gate)
  const question = about('/?gcp-iap-mode=GCIP_SIGNOUT', {
    cookie: [...own.cookies].map((pair) => pair.join('=')).join('; '),
    ...html,
  })
  const rest = { ...question, 'x-forwarded-uri': '/' }
  expect((await ask('/check', question)).status).toBe(401)
  expect((await ask('/check', rest)).status).toBe(200)
  expect((await ask('/answer', question)).status).toBe(302)
  expect((await ask('/check', rest)).status).toBe(401)
})

it.each<[string, Headers, number]>([
  ['of the application', { 'sec-websocket-key': 'x', origin: publicOrigin }, 200],
  ['of another site', { 'sec-websocket-key': 'x', origin: 'https://evil.example' }, 403],
  ['of another site', { upgrade: 'websocket', connection: 'upgrade', origin: 'null' }, 403],
])('a WebSocket of a page %s: %j gets %i', async (_what, headers, status) => {
  const question = about('/chat', { cookie: cookie(), ...headers })
  expect((await ask('/answer', question)).status).toBe(status)
  expect((await ask('/check', question)).status).toBe(status === 200 ? 200 : 401)
})

it('only a trusted proxy may ask, and only on the port for it', async () => {
  const strict = await startTestGate({
    environment: { ...environment, GATE_TRUSTED_PROXIES: '192.0.2.1' },
  })
  expect((await ask('/check', about('/x'), strict)).status).toBe(400)
  expect((await ask('/answer', about('/x'), strict)).status).toBe(400)
  await strict.stop()
  const { status } = await gate.browser().call('/check', { headers: about('/x') })
  expect(status).toBe(401)
  expect((await ask('/other', about('/x', { cookie: cookie() }))).status).toBe(404)
})

it('a gate without an application forwards nothing, not even for a user', async () => {
  const answer = await browser.open('/x')
  expect(answer.status).toBe(502)
  expect(answer.text).toContain('You are still signed in.')
  const socket = http.request({
    port: gate.port,
    path: '/chat',
    headers: {
      host: publicHost,
      cookie: cookie(),
      origin: publicOrigin,
      connection: 'upgrade',
      upgrade: 'websocket',
    },
  })
  socket.end()
  const status = await new Promise((resolve) => {
    socket.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  expect(status).toBe(502)
})

it('the questions are counted apart from the requests', () => {
  const kinds = [...counts.requests.keys()]
  expect(kinds).toContain('checked 2xx')
  expect(kinds.some((key) => key.startsWith('forwarded'))).toBe(false)
})

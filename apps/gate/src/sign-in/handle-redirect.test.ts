import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  fetchCookie,
  loginOrigin,
  beginSignIn,
  post,
  signIn,
  createTestGate,
  stateOf,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
let state: string
beforeAll(async () => {
  gate = await createTestGate()
  state = stateOf(await gate.browser().open('/'))
})
afterAll(() => gate.stop())

const foreignOrigins = [
  ['N02 a sandboxed frame', 'null'],
  ['N03 a longer host name', 'https://login.example.com.evil.test'],
  ['N04 a longer first label', 'https://evil-login.example.com'],
  ['N05 another scheme', 'http://login.example.com'],
  ['N06 another port', 'https://login.example.com:8443'],
] as const

it('N01: the sign-in page may read the gate’s responses, and only the target URL allows credentials', async () => {
  const browser = gate.browser()
  const { answer, exchange } = await beginSignIn(gate, browser)
  expect(answer.headers['access-control-allow-origin']).toBe(loginOrigin)
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')

  const cookie = await fetchCookie(browser, exchange.redirectToken)
  expect(cookie.headers['access-control-allow-origin']).toBe(loginOrigin)
  expect(cookie.headers['access-control-allow-credentials']).toBe('true')
  expect(cookie.headers.vary).toBe('origin')
})

it.each(foreignOrigins)('the exchange is refused to another origin: %s', async (_, origin) => {
  const answer = await post(gate.browser(), { state }, { origin })
  expect(answer.status).toBe(403)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.text).not.toContain('originalUri')
})

it.each(foreignOrigins)('the cookie call is refused to another origin: %s', async (_, origin) => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  const answer = await fetchCookie(browser, exchange.redirectToken, { origin })
  expect(answer.status).toBe(403)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it.each([
  ['/_gcp_iap/handle_redirect', 'POST', 'content-type', undefined],
  ['/_gcp_iap/gcip_authenticate', 'GET', 'content-type, x-iap-3p-token', 'true'],
])(
  'the preflight of %s is allowed for the sign-in page only',
  async (path, method, headers, credentials) => {
    const preflight = (origin: string) =>
      gate.browser().call(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': headers,
        },
      })
    const own = await preflight(loginOrigin)
    expect(own.status).toBe(204)
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': loginOrigin,
      'access-control-allow-methods': method,
      'access-control-allow-headers': headers,
      vary: 'origin',
    })
    expect(own.headers['access-control-allow-credentials']).toBe(credentials)

    const foreign = await preflight('https://evil.test')
    expect(foreign.status).toBe(403)
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  },
)

it.each([
  ['an unknown field', { state: 'x', more: 1 }, 400],
  ['no state', { id_token: 'x' }, 400],
  ['an empty state', { state: '' }, 400],
  ['S06 a state that is not sealed', { state: '"><script>alert(1)</script>' }, 400],
  ['a state of the wrong type', { state: ['x'] }, 400],
  ['a __proto__ key', '{"state":"x","__proto__":{"a":1}}', 400],
  ['half a document', '{"state":', 400],
  ['an array', '[]', 400],
  ['nothing', '', 400],
  ['more than 16 KB', { state: 'x'.repeat(17 * 1024) }, 413],
])('the exchange refuses a body with %s', async (_, body, status) => {
  const answer = await post(gate.browser(), body)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: status, status: 'INVALID_ARGUMENT' },
  })
  expect(answer.headers['access-control-allow-origin']).toBe(loginOrigin)
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'the exchange refuses content type %s with 415',
  async (contentType) => {
    const answer = await post(gate.browser(), { state }, { 'content-type': contentType })
    expect(answer.status).toBe(415)
  },
)

it('the exchange refuses other methods with 405', async () => {
  const answer = await gate.browser().call('/_gcp_iap/handle_redirect', { method: 'PUT' })
  expect(answer.status).toBe(405)
})

it('the exchange refuses a state with a changed character', async () => {
  const changed = (state.startsWith('A') ? 'B' : 'A') + state.slice(1)
  expect((await post(gate.browser(), { state: changed })).status).toBe(400)
})

it('neither a session nor a redirect token is accepted as a state', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  await fetchCookie(browser, exchange.redirectToken)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  expect((await post(browser, { state: exchange.redirectToken })).status).toBe(400)
  expect((await post(browser, { state: session })).status).toBe(400)
  expect((await fetchCookie(browser, session)).status).toBe(401)
})

it('an unsigned token is refused if the gate does not accept emulator tokens', async () => {
  const answer = await post(gate.browser(), {
    id_token: gate.identityPlatform.emulatorToken(),
    state,
  })
  expect(answer.status).toBe(401)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { status: 'UNAUTHENTICATED' } })
})

it('an exchange whose keys cannot be fetched gets 503, in the same form as other errors', async () => {
  const broken = await createTestGate()
  const idToken = await broken.identityPlatform.idToken()
  broken.identityPlatform.keyServer.isDown = true
  const at = stateOf(await broken.browser().open('/'))
  const answer = await post(broken.browser(), { id_token: idToken, state: at })
  expect(answer.status).toBe(503)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } })
  await broken.stop()
})

it.each([
  ['ID_TOKEN_EXPIRED', { iat: -3600, exp: -31 }],
  ['ID_TOKEN_EXPIRED', { iat: -331 }],
  ['CLOCK_SKEWED', { iat: 62 }],
])('the status is %s for a token with the times %j (seconds from now)', async (status, times) => {
  const claims = Object.fromEntries(
    Object.entries(times).map(([name, seconds]) => [name, gate.clock.now + seconds]),
  )
  const idToken = await gate.identityPlatform.idToken(claims)
  const answer = await post(gate.browser(), { id_token: idToken, state })
  expect(answer.status).toBe(401)
  const { error } = JSON.parse(answer.text) as { error: { message: string } }
  expect(error).toEqual({
    code: 401,
    status,
    message: expect.stringMatching(/^The ID token .*\.$/) as unknown,
    details: [{ detail: error.message }],
  })
})

it('claims that do not fit into a cookie are refused with their own status, and the state stays valid', async () => {
  const browser = gate.browser()
  const { state: own, answer } = await beginSignIn(gate, browser, '/', { roles: 'r'.repeat(6000) })
  expect(answer.status).toBe(403)
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: 403, status: 'CLAIMS_TOO_LARGE', details: [{ detail: expect.any(String) }] },
  })
  const other = await post(browser, { id_token: await gate.identityPlatform.idToken(), state: own })
  expect(other.status).toBe(200)
})

it.each([1000, 2000, 2500, 2600, 2650])(
  'the cookie for a custom claim of %i bytes is small enough for browsers',
  async (length) => {
    const claims = { roles: randomText(length), name: randomText(2000) }
    const browser = gate.browser()
    const { exchange } = await beginSignIn(gate, browser, `/${'x'.repeat(2700)}`, claims)
    const [cookie = ''] =
      (await fetchCookie(browser, exchange.redirectToken)).headers['set-cookie'] ?? []
    expect(cookie.length).toBeGreaterThan(length)
    expect(cookie.length).toBeLessThanOrEqual(4093)
    expect((await browser.open('/')).status).toBe(200)
  },
)

it.each([2800, 3000, 4000])(
  'a custom claim of %i bytes is refused, because browsers would drop the cookie',
  async (length) => {
    const claims = { roles: randomText(length) }
    const { answer } = await beginSignIn(gate, gate.browser(), '/', claims)
    expect(answer.status).toBe(403)
  },
)

it('dispensable claims are dropped, so that the response’s head is below 4 KB', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/', { picture: randomText(2350) })
  const answer = await fetchCookie(browser, exchange.redirectToken)
  const full = await signIn(gate, '/', { picture: randomText(1900) })
  expect(headLength(answer.headers)).toBeLessThan(4096)
  const cookie = full.cookies.get('__Host-foyer-session') ?? ''
  expect(cookie.length).toBeGreaterThan(2000)
})

/** Text that compression cannot shorten much. */
const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** A little longer than the head that is sent. */
const headLength = (headers: object) => JSON.stringify(headers).length

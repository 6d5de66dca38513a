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
  ['N03 a longer name', 'https://login.example.com.evil.test'],
  ['N04 a longer first label', 'https://evil-login.example.com'],
  ['N05 another scheme', 'http://login.example.com'],
  ['N06 another port', 'https://login.example.com:8443'],
] as const

it('N01: the gate lets the sign-in page read the answers, with credentials at the target only', async () => {
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

it.each(foreignOrigins)('the gate refuses the exchange to %s', async (_, origin) => {
  const answer = await post(gate.browser(), { state }, { origin })
  expect(answer.status).toBe(403)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect(answer.text).not.toContain('originalUri')
})

it.each(foreignOrigins)('the gate refuses the cookie call to %s', async (_, origin) => {
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
  'the gate answers the preflight of %s for the sign-in page alone',
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
    const good = await preflight(loginOrigin)
    expect(good.status).toBe(204)
    expect(good.headers).toMatchObject({
      'access-control-allow-origin': loginOrigin,
      'access-control-allow-methods': method,
      'access-control-allow-headers': headers,
      vary: 'origin',
    })
    expect(good.headers['access-control-allow-credentials']).toBe(credentials)

    const foreign = await preflight('https://evil.test')
    expect(foreign.status).toBe(403)
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  },
)

it.each([
  ['an unknown field', { state: 'x', more: 1 }, 400],
  ['no state', { id_token: 'x' }, 400],
  ['an empty state', { state: '' }, 400],
  ['S06 a state that nobody sealed', { state: '"><script>alert(1)</script>' }, 400],
  ['a state of the wrong type', { state: ['x'] }, 400],
  ['a prototype', '{"state":"x","__proto__":{"a":1}}', 400],
  ['half a document', '{"state":', 400],
  ['an array', '[]', 400],
  ['nothing', '', 400],
  ['more than 16 KB', { state: 'x'.repeat(17 * 1024) }, 413],
])('the gate refuses a body with %s', async (_, body, status) => {
  const answer = await post(gate.browser(), body)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: status, status: 'INVALID_ARGUMENT' },
  })
  expect(answer.headers['access-control-allow-origin']).toBe(loginOrigin)
})

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'the gate refuses content type %s with 415',
  async (contentType) => {
    const answer = await post(gate.browser(), { state }, { 'content-type': contentType })
    expect(answer.status).toBe(415)
  },
)

it('the gate refuses other methods with 405', async () => {
  const answer = await gate.browser().call('/_gcp_iap/handle_redirect', { method: 'PUT' })
  expect(answer.status).toBe(405)
})

it('the gate refuses a state changed by one character', async () => {
  const changed = (state.startsWith('A') ? 'B' : 'A') + state.slice(1)
  expect((await post(gate.browser(), { state: changed })).status).toBe(400)
})

it('the gate takes neither a session nor a redirect token for a state', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  await fetchCookie(browser, exchange.redirectToken)
  const session = browser.cookies.get('__Host-foyer-session') ?? ''
  expect((await post(browser, { state: exchange.redirectToken })).status).toBe(400)
  expect((await post(browser, { state: session })).status).toBe(400)
  expect((await fetchCookie(browser, session)).status).toBe(401)
})

it('an unsigned token is refused by a gate that does not accept those of an emulator', async () => {
  const answer = await post(gate.browser(), {
    id_token: gate.identityPlatform.emulatorToken(),
    state,
  })
  expect(answer.status).toBe(401)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { status: 'UNAUTHENTICATED' } })
})

it('the gate says when keys cannot be fetched, in the shape of every other error', async () => {
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
])('the gate tells %s of a token with %j, seconds from now', async (status, times) => {
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

it('the gate refuses claims that no cookie can hold, with a message of its own, and leaves the state unspent', async () => {
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
  'the gate hands out a cookie that browsers keep for a custom claim of %i bytes',
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
  'the gate refuses a custom claim of %i bytes, for which browsers would drop the cookie',
  async (length) => {
    const claims = { roles: randomText(length) }
    const { answer } = await beginSignIn(gate, gate.browser(), '/', claims)
    expect(answer.status).toBe(403)
  },
)

it('the gate leaves out what it may, so that its answer fits into the 4 KB that reverse proxies read of a head', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/', { picture: randomText(2350) })
  const answer = await fetchCookie(browser, exchange.redirectToken)
  const full = await signIn(gate, '/', { picture: randomText(1900) })
  expect(headLength(answer.headers)).toBeLessThan(4096)
  const cookie = full.cookies.get('__Host-foyer-session') ?? ''
  expect(cookie.length).toBeGreaterThan(2000)
})

/** What compression gains little by. */
const randomText = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** A little more than what is on the wire. */
const headLength = (headers: object) => JSON.stringify(headers).length

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, TestBrowser } from '../testing/test-browser.ts'
import {
  beginSignIn,
  fetchCookie,
  loginOrigin,
  createTestGate,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

/** The text that sign-in pages look for in an error of the protocol. */
const onTheWire = /Error\s(\d+)\scode/
const gcipTokenInvalid = '37'
const authenticationUriFail = '8'

type Refused = (browser: TestBrowser, redirectToken: string) => Promise<Answer>

const refusals: [what: string, status: number, number: string, refused: Refused][] = [
  [
    'a spent token',
    401,
    gcipTokenInvalid,
    async (browser, token) => {
      const before = new Map(browser.cookies)
      expect((await fetchCookie(browser, token)).text).toBe('OK')
      browser.cookies.clear()
      for (const [name, value] of before) browser.cookies.set(name, value)
      return fetchCookie(browser, token)
    },
  ],
  [
    'a token older than sixty seconds',
    401,
    gcipTokenInvalid,
    (browser, token) => {
      gate.clock.now += 61
      return fetchCookie(browser, token)
    },
  ],
  [
    'a changed token',
    401,
    gcipTokenInvalid,
    (browser, token) => fetchCookie(browser, (token.startsWith('A') ? 'B' : 'A') + token.slice(1)),
  ],
  ['an empty token', 401, gcipTokenInvalid, (browser) => fetchCookie(browser, '')],
  [
    'the origin of another site',
    403,
    authenticationUriFail,
    (browser, token) => fetchCookie(browser, token, { origin: 'https://evil.test' }),
  ],
  [
    'another method',
    405,
    authenticationUriFail,
    (browser, token) =>
      browser.call('/_gcp_iap/gcip_authenticate', {
        method: 'POST',
        headers: { origin: loginOrigin, 'x-iap-3p-token': token },
      }),
  ],
]

it.each(refusals)('the cookie call with %s gets %i and the protocol’s Error %s', async (...row) => {
  const [, status, number, refused] = row
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  const answer = await refused(browser, exchange.redirectToken)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(onTheWire.exec(answer.text)?.[1]).toBe(number)
})

it.each(refusals.filter(([, status]) => status !== 403))(
  'the sign-in page may read the error of a cookie call with %s',
  async (...row) => {
    const refused = row[3]
    const browser = gate.browser()
    const { exchange } = await beginSignIn(gate, browser)
    const answer = await refused(browser, exchange.redirectToken)
    expect(answer.headers['access-control-allow-origin']).toBe(loginOrigin)
  },
)

it('a nonce cookie of the right length with a character beyond ASCII is wrong, and causes no error', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser)
  for (const [name, value] of browser.cookies) {
    browser.cookies.set(name, `\u00e9${value.slice(1)}`)
  }
  const logged = gate.logged.length
  const answer = await fetchCookie(browser, exchange.redirectToken)
  expect([answer.status, answer.text]).toEqual([200, 'XsrfNonceCheckIsNeeded'])
  expect(gate.logged.slice(logged).join('')).not.toContain('bug')
})

it.each([
  ['prefetch', { 'sec-purpose': 'prefetch' }],
  ['prerender', { 'sec-purpose': 'prefetch;prerender' }],
  ['image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['embedded object', { 'sec-fetch-dest': 'object' }],
])('a prefetch or an embedded request gets no session: %s', async (_, headers) => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/page')
  const target = `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`
  const answer = await browser.open(target, headers)
  expect(answer.status).toBe(403)
  expect(answer.headers['set-cookie']).toBeUndefined()
  // The token is not spent, so the navigation completes the sign-in.
  const followed = await browser.open(target, { 'sec-fetch-dest': 'document' })
  expect([followed.status, followed.headers.location]).toEqual([302, '/page'])
})

it('a sign-in completes in a hidden frame, as session refreshers do', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/page')
  const target = `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`
  const answer = await browser.open(target, { 'sec-fetch-dest': 'iframe' })
  expect(answer.headers.location).toBe('/page')
})

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

/** What the protocol says that a sign-in page looks for in the text of a refusal. */
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
    'a foreign page',
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

it.each(refusals)('the gate refuses %s with %i and Error %s of the protocol', async (...row) => {
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
  'the gate lets the sign-in page read why it refuses %s',
  async (...row) => {
    const refused = row[3]
    const browser = gate.browser()
    const { exchange } = await beginSignIn(gate, browser)
    const answer = await refused(browser, exchange.redirectToken)
    expect(answer.headers['access-control-allow-origin']).toBe(loginOrigin)
  },
)

it('the gate takes a nonce cookie of the right length that is not ASCII for a wrong one', async () => {
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
])('the gate hands no session to an ahead-of-time or embedded request: %s', async (_, headers) => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/page')
  const target = `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`
  const answer = await browser.open(target, headers)
  expect(answer.status).toBe(403)
  expect(answer.headers['set-cookie']).toBeUndefined()
  // Nothing is spent: the navigation that follows finishes the sign-in.
  const followed = await browser.open(target, { 'sec-fetch-dest': 'document' })
  expect([followed.status, followed.headers.location]).toEqual([302, '/page'])
})

it('the gate finishes a sign-in in a hidden frame, as session refreshers do', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/page')
  const target = `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`
  const answer = await browser.open(target, { 'sec-fetch-dest': 'iframe' })
  expect(answer.headers.location).toBe('/page')
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  beginSignIn,
  echoed,
  fetchCookie,
  publicOrigin,
  createTestGate,
  stateOf,
  post,
  type TestGate,
} from '../testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

it('a user is signed in at the requested URL, and the application knows who it is', async () => {
  const browser = gate.browser()
  const path = '/some/page?x=1&name=a%20b%2Bc&empty='
  const { exchange } = await beginSignIn(gate, browser, path)
  expect(exchange).toEqual({
    redirectToken: expect.stringMatching(/^[\w-]+$/) as unknown,
    originalUri: publicOrigin + path,
    targetUri: `${publicOrigin}/_gcp_iap/gcip_authenticate`,
  })

  const cookieAnswer = await fetchCookie(browser, exchange.redirectToken)
  expect(cookieAnswer.status).toBe(200)
  expect(cookieAnswer.text).toBe('OK')
  expect([...browser.cookies.keys()]).toEqual(['__Host-foyer-session'])

  const seen = echoed(await browser.open(path))
  expect(seen.url).toBe(path)
  expect(seen.headers['x-goog-authenticated-user-email']).toBe(
    'securetoken.google.com/demo-proj/Acme-x1y2z:a@corp.example',
  )
})

it('a sign-in completes by navigation if the browser sends no cookies with the sign-in page’s call (IAP-03a)', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/deep?q=1')
  const script = gate.browser()

  const asked = await fetchCookie(script, exchange.redirectToken)
  expect(asked.text).toBe('XsrfNonceCheckIsNeeded')
  expect(asked.headers['set-cookie']).toBeUndefined()

  const finished = await browser.open(`/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`)
  expect(finished.status).toBe(302)
  expect(finished.headers.location).toBe('/deep?q=1')
  expect((await browser.open('/deep?q=1')).status).toBe(200)
})

it('a stolen redirect token signs in no other browser', async () => {
  const { exchange } = await beginSignIn(gate, gate.browser())
  const thief = gate.browser()
  await thief.open('/')

  const answer = await thief.open(`/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Sign-in could not be completed')
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('the cookie call can be repeated by the browser that already has the session', async () => {
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/back')
  await fetchCookie(browser, exchange.redirectToken)

  expect((await fetchCookie(browser, exchange.redirectToken)).text).toBe('OK')
  const back = await browser.open(`/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`)
  expect(back.headers.location).toBe('/back')
  expect(back.headers['set-cookie']).toBeUndefined()
})

it('a state is exchanged once, and then the sign-in must restart', async () => {
  const browser = gate.browser()
  const { state } = await beginSignIn(gate, browser)
  const again = await post(browser, { id_token: await gate.identityPlatform.idToken(), state })

  expect(again.status).toBe(400)
  expect(JSON.parse(again.text)).toEqual({
    error: {
      code: 400,
      status: 'FAILED_PRECONDITION',
      message: expect.stringContaining('restart the authentication process') as unknown,
      details: [
        { detail: expect.stringContaining('restart the authentication process') as unknown },
      ],
    },
  })
})

it('a state stays valid if the token is refused', async () => {
  const browser = gate.browser()
  const state = stateOf(await browser.open('/'))
  const late = await gate.identityPlatform.idToken({ iat: gate.clock.now - 1200 })
  expect((await post(browser, { id_token: late, state })).status).toBe(401)
  const fresh = await gate.identityPlatform.idToken()
  expect((await post(browser, { id_token: fresh, state })).status).toBe(200)
})

it('a state is refused after ten minutes, and the response has the URL to start again', async () => {
  const browser = gate.browser()
  const state = stateOf(await browser.open('/page'))
  gate.clock.now += 601
  const answer = await post(browser, { id_token: await gate.identityPlatform.idToken(), state })
  expect(answer.text).toContain('FAILED_PRECONDITION')

  gate.clock.now += 45 * 60
  const info = await post(browser, { state })
  expect(JSON.parse(info.text)).toEqual({
    originalUri: `${publicOrigin}/page`,
    tenantIds: ['Acme-x1y2z'],
  })
})

it('a sign-in that waited for 45 minutes completes after one restart (IAP-07c)', async () => {
  const browser = gate.browser()
  const stale = stateOf(await browser.open('/page?x=1'))
  gate.clock.now += 45 * 60
  const late = await post(browser, {
    id_token: await gate.identityPlatform.idToken(),
    state: stale,
  })
  expect(late.text).toContain('restart the authentication process')

  const info = JSON.parse((await post(browser, { state: stale })).text) as { originalUri: string }
  const { pathname, search } = new URL(info.originalUri)
  const { exchange } = await beginSignIn(gate, browser, pathname + search)
  expect((await fetchCookie(browser, exchange.redirectToken)).text).toBe('OK')
  expect(exchange.originalUri).toBe(info.originalUri)
  expect((await browser.open('/page?x=1')).status).toBe(200)
})

it('two tabs sign in at the same time, each at its own page (ST-09)', async () => {
  const browser = gate.browser()
  const first = await beginSignIn(gate, browser, '/a')
  const second = await beginSignIn(gate, browser, '/b')
  expect(second.exchange.originalUri).toBe(`${publicOrigin}/b`)
  expect((await fetchCookie(browser, second.exchange.redirectToken)).text).toBe('OK')
  expect((await fetchCookie(browser, first.exchange.redirectToken)).text).toBe('OK')
  expect(first.exchange.originalUri).toBe(`${publicOrigin}/a`)
  expect((await browser.open('/a')).status).toBe(200)
})

import { expect, it, onTestFinished } from 'vitest'
import { GateError } from '../errors/gate-error.ts'
import {
  beginSignIn,
  createTestGate,
  fetchCookie,
  post,
  signIn,
  stateOf,
} from '../testing/test-gate.ts'

/** A gate whose database a test can take away. */
async function createGate() {
  const database = { isDown: false, isDownKnown: false }
  const gate = await createTestGate({
    watchStore: (store) => ({
      ...store,
      async spend(id, expiresAt) {
        if (database.isDown) throw new GateError('store-unavailable')
        return store.spend(id, expiresAt)
      },
      isAvailable: () => !database.isDownKnown,
    }),
  })
  onTestFinished(() => gate.stop())
  return { gate, database }
}

it('while the store is unavailable, the exchange gets 503 and the state stays valid', async () => {
  const { gate, database } = await createGate()
  const browser = gate.browser()
  const body = {
    state: stateOf(await browser.open('/')),
    id_token: await gate.identityPlatform.idToken(),
  }
  database.isDown = true
  const refused = await post(browser, body)
  expect(refused.status).toBe(503)
  expect(JSON.parse(refused.text)).toMatchObject({ error: { status: 'UNAVAILABLE' } })
  database.isDown = false
  expect((await post(browser, body)).status).toBe(200)
})

it('while the store is unavailable, the cookie call gets 503 and no cookie, and the token stays valid', async () => {
  const { gate, database } = await createGate()
  const browser = gate.browser()
  const { exchange } = await beginSignIn(gate, browser, '/page')
  database.isDown = true
  const refused = await fetchCookie(browser, exchange.redirectToken)
  expect(refused.status).toBe(503)
  expect(refused.headers['set-cookie']).toBeUndefined()
  expect(refused.text).not.toMatch(/Error\s\d+\scode/)

  const page = await browser.open(`/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`)
  expect(page.status).toBe(503)
  expect(page.text).toContain('href="/page"')
  database.isDown = false
  expect((await fetchCookie(browser, exchange.redirectToken)).text).toBe('OK')
})

it('a visitor is told before the sign-in that nobody can sign in now, and a signed-in user goes on', async () => {
  const { gate, database } = await createGate()
  const browser = await signIn(gate)
  database.isDownKnown = true
  const page = await gate.browser().open('/page?x=1', { 'accept-language': 'tr' })
  expect(page.status).toBe(503)
  expect(page.headers['retry-after']).toBe('5')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).toContain('Şu anda giriş yapılamıyor')
  expect(page.text).toContain('href="/page?x=1"')
  expect((await gate.browser().call('/page')).status).toBe(401)
  expect((await browser.open('/')).status).toBe(200)
})

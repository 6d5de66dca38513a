import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildGate, startGate, type GateProcess } from './testing/gate-process.ts'
import { createIdentityPlatform } from './testing/identity-platform.ts'
import { localSettings } from './testing/local-settings.ts'
import { patience } from './testing/patience.ts'
import { createTestBrowser, sendTo, type TestBrowser } from './testing/test-browser.ts'
import { fetchCookie, post, stateOf, type Exchange } from './testing/test-gate.ts'

const publicHost = 'localhost:14191'
const platform = await createIdentityPlatform(() => Math.floor(Date.now() / 1000))
const application = http.createServer((req, res) => {
  res.setHeader('x-seen', String(req.headers['x-goog-iap-jwt-assertion']))
  if (req.url !== '/stream') res.end('the application')
  else res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
})
let postgres: PostgresServer
let built: string
let settings: Record<string, string>
let gates: (GateProcess & { port: number })[]

async function start() {
  const gate = startGate(built, settings)
  return { ...gate, port: await gate.listening() }
}

beforeAll(async () => {
  ;[built, postgres] = await Promise.all([buildGate(), startPostgres()])
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
  const { port } = application.address() as AddressInfo
  settings = { ...localSettings(port, publicHost), GATE_DATABASE_URL: postgres.url }
  // All at once on an empty database.
  gates = await Promise.all([start(), start(), start()])
})
afterAll(async () => {
  for (const { child } of gates) child.kill('SIGKILL')
  await Promise.all(gates.map(({ closed }) => closed))
  application.closeAllConnections()
  application.close()
  await postgres.stop()
})

/** A browser whose requests go to this instance. It has the cookies of the other browser. */
function at(instance: number, known?: TestBrowser): TestBrowser {
  const browser = createTestBrowser(publicHost, sendTo(gates[instance]?.port ?? 0))
  for (const [name, value] of known?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

async function exchangeAt(instance: number, browser: TestBrowser, state: string) {
  const body = { id_token: platform.emulatorToken(), state }
  const answer = await post(at(instance, browser), body)
  return { answer, ...(JSON.parse(answer.text) as Exchange) }
}

/** Each step of a sign-in at another instance. */
async function signInAcross(): Promise<TestBrowser> {
  const browser = at(0)
  const state = stateOf(await browser.open('/page'))
  const { redirectToken } = await exchangeAt(1, browser, state)
  const last = at(2, browser)
  expect((await fetchCookie(last, redirectToken)).text).toBe('OK')
  return last
}

const statusAt = async (instance: number, browser: TestBrowser, path = '/page') =>
  (await at(instance, browser).open(path)).status

async function keysCommand(...args: string[]) {
  const command = startGate(built, settings, ['keys', ...args])
  expect([await command.closed, command.output.error]).toEqual([0, ''])
  return command.output.out
}

const kidAt = async (instance: number, browser: TestBrowser) => {
  const answer = await at(instance, browser).open('/page')
  return decodeProtectedHeader(String(answer.headers['x-seen'])).kid
}

describe('three gates on one Postgres', () => {
  it('a sign-in may go through another instance at each step, and its session is valid on all', async () => {
    const browser = await signInAcross()
    for (const instance of [0, 1, 2]) expect(await statusAt(instance, browser)).toBe(200)
  })

  it('each state is exchanged once and each redirect token is taken once, whichever instances are asked at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const browser = at(0)
      const state = stateOf(await browser.open('/page'))
      const exchanges = await Promise.all(
        [0, 1, 2, 0, 1, 2].map((instance) => exchangeAt(instance, browser, state)),
      )
      const [first, ...others] = exchanges.filter(({ answer }) => answer.status === 200)
      expect(others).toEqual([])
      const taken = await Promise.all(
        [0, 1, 2, 0, 1, 2].map((instance) =>
          fetchCookie(at(instance, browser), first?.redirectToken ?? ''),
        ),
      )
      const statuses = taken.map(({ status }) => status)
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401, 401, 401])
    }
  })

  it('a sign-out is effective on all instances within two seconds, also for a copy of the cookie and an open stream', async () => {
    const browser = await signInAcross()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = http.get({
      port: gates[1]?.port,
      path: '/stream',
      headers: { host: publicHost, cookie },
    })
    const [response] = (await once(stream, 'response')) as [http.IncomingMessage]
    const ended = new Promise((resolve) => response.on('close', resolve).resume())
    response.on('error', () => {})
    const copy = at(2, browser)
    expect(await statusAt(0, browser, '/?gcp-iap-mode=CLEAR_LOGIN_COOKIE')).toBe(302)
    for (const instance of [0, 1, 2])
      await vi.waitFor(async () => expect(await statusAt(instance, copy)).toBe(302), patience)
    await ended
  })

  it('an instance that is killed between the exchange and the cookie loses no sign-in, and forgets no used token', async () => {
    const browser = at(1)
    const state = stateOf(await browser.open('/page'))
    const { redirectToken } = await exchangeAt(1, browser, state)
    await gates[1]?.end('SIGKILL')
    const before = at(0, browser)
    expect((await fetchCookie(at(0, browser), redirectToken)).text).toBe('OK')
    gates[1] = await start()
    expect((await fetchCookie(at(1, before), redirectToken)).status).toBe(401)
    expect((await exchangeAt(1, browser, state)).answer.text).toContain(
      'restart the authentication',
    )
  })

  it('keys are rotated and retired while sessions live, and every instance signs with the new ones', async () => {
    const browser = await signInAcross()
    const first = await kidAt(0, browser)
    expect(await keysCommand('rotate', '--after', '3')).toContain('will be used from')
    const list = await keysCommand('list')
    expect(list).toContain(first)
    const next = list.split(/\s+/).find((word) => word.length === 43 && word !== first) ?? ''

    // The new key is published before it is used.
    for (const instance of [0, 1, 2])
      await vi.waitFor(async () => {
        const keys = await at(instance).call('/_gcp_iap/public_key-jwk')
        expect(keys.text).toContain(next)
      }, patience)
    let later = browser
    await vi.waitFor(
      async () => {
        later = await signInAcross()
        for (const instance of [0, 1, 2]) expect(await kidAt(instance, later)).toBe(next)
      },
      { timeout: patience, interval: 500 },
    )
    for (const instance of [0, 1, 2]) expect(await statusAt(instance, browser)).toBe(200)

    const early = startGate(built, settings, ['keys', 'retire', first ?? ''])
    expect(await early.closed).toBe(1)
    expect(early.output.error).toContain('may be valid until')
    await keysCommand('retire', first ?? '', '--force')
    for (const instance of [0, 1, 2]) {
      await vi.waitFor(async () => expect(await statusAt(instance, browser)).toBe(302), patience)
      expect(await statusAt(instance, later)).toBe(200)
    }
  })

  it('while the database is down, sessions go on and new sign-ins get a page in the user’s language, and it recovers by itself', async () => {
    const browser = await signInAcross()
    const state = stateOf(await at(0).open('/page'))
    await postgres.interrupt()
    const refused = await exchangeAt(0, at(0), state)
    expect(refused.answer.status).toBe(503)
    expect(refused.answer.text).toContain('"status":"UNAVAILABLE"')
    const inTurkish = { 'accept-language': 'tr' }
    for (const instance of [0, 1, 2]) {
      await vi.waitFor(
        async () => {
          const page = await at(instance).open('/page', inTurkish)
          expect(page.status).toBe(503)
          expect(page.headers['retry-after']).toBe('5')
          expect(page.text).toContain('Şu anda giriş yapılamıyor')
        },
        { timeout: patience },
      )
      expect(await statusAt(instance, browser)).toBe(200)
    }
    await postgres.resume()
    for (const instance of [0, 1, 2])
      await vi.waitFor(
        async () => expect(await statusAt(instance, at(instance))).toBe(302),
        patience,
      )
    expect(await statusAt(0, await signInAcross())).toBe(200)
    for (const { output } of gates) expect(output.out).not.toContain('foyer:foyer')
  })
})

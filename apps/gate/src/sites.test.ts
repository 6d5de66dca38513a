import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGateCounts } from './events/gate-counts.ts'
import { createTestBrowser, sendTo } from './testing/test-browser.ts'
import {
  beginSignIn,
  echoed,
  fetchCookie,
  loginRequestOf,
  post,
  publicHost,
  signIn,
  startTestGate,
  stateOf,
  type StartedGate,
} from './testing/test-gate.ts'

const wikiHost = 'wiki.corp.example'
const counts = createGateCounts()
const wiki = http.createServer((req, res) => {
  if (req.url === '/stream') res.write('begun')
  else res.end(JSON.stringify({ ...req.headers, application: 'wiki' }))
})
let gate: StartedGate

beforeAll(async () => {
  await new Promise<void>((resolve) => wiki.listen(0, '127.0.0.1', resolve))
  const { port } = wiki.address() as AddressInfo
  gate = await startTestGate({
    environment: { GATE_UPSTREAMS: `https://${wikiHost}=http://127.0.0.1:${port}` },
    counts,
  })
})
afterAll(async () => {
  await gate.stop()
  wiki.closeAllConnections()
  wiki.close()
})

const at = (host: string) => createTestBrowser(host, sendTo(gate.port))
const signInAt = (host: string, path = '/') => signIn(gate, path, {}, at(host))

it('each host has its own application, which gets its own public name', async () => {
  const [app, other] = [await signInAt(publicHost), await signInAt(wikiHost)]
  expect(echoed(await app.open('/')).headers).toMatchObject({
    host: publicHost,
    'x-forwarded-host': publicHost,
  })
  expect(JSON.parse((await other.open('/')).text)).toMatchObject({
    application: 'wiki',
    host: wikiHost,
    'x-forwarded-host': wikiHost,
  })
  const named = await other.call('/', { headers: { host: 'WIKI.corp.example:443' } })
  expect(named.text).toContain('"application":"wiki"')
})

it('a visitor signs in for the host that was asked for, and returns to it', async () => {
  const browser = at(wikiHost)
  const login = loginRequestOf(await browser.open('/page'))
  expect(login.searchParams.get('redirect_uri')).toBe(
    `https://${wikiHost}/_gcp_iap/handle_redirect`,
  )
  const { exchange } = await beginSignIn(gate, browser, '/page')
  expect(exchange.originalUri).toBe(`https://${wikiHost}/page`)
  expect(exchange.targetUri).toBe(`https://${wikiHost}/_gcp_iap/gcip_authenticate`)
})

it('a state, a redirect token and a session of one host are of no use at another', async () => {
  const [app, other] = [at(publicHost), at(wikiHost)]
  const state = stateOf(await app.open('/'))
  expect((await post(other, { state })).status).toBe(400)
  const idToken = await gate.identityPlatform.idToken()
  expect((await post(other, { state, id_token: idToken })).status).toBe(400)

  const { exchange } = await beginSignIn(gate, app)
  for (const [name, value] of app.cookies) other.cookies.set(name, value)
  expect((await fetchCookie(other, exchange.redirectToken)).status).toBe(401)

  const [from, to] = [await signInAt(publicHost), at(wikiHost)]
  for (const [name, value] of from.cookies) to.cookies.set(name, value)
  expect(stateOf(await to.open('/'))).not.toBe('')
  const back = at(publicHost)
  for (const [name, value] of (await signInAt(wikiHost)).cookies) back.cookies.set(name, value)
  expect(stateOf(await back.open('/'))).not.toBe('')
})

it('the assertion for one application is not for another', async () => {
  const [app, other] = [await signInAt(publicHost), await signInAt(wikiHost)]
  const audienceOf = (headers: Record<string, string>) =>
    decodeJwt(headers['x-goog-iap-jwt-assertion'] ?? '').aud
  const atWiki = JSON.parse((await other.open('/')).text) as Record<string, string>
  const { audience, projectNumber } = gate.settings
  expect(audienceOf(echoed(await app.open('/')).headers)).toBe(audience)
  expect(audienceOf(atWiki)).toBe(`/projects/${projectNumber}/apps/${wikiHost}`)
  expect(audienceOf(atWiki)).not.toBe(audience)
})

it('a sign-out ends the session of its host only', async () => {
  const [app, other] = [await signInAt(publicHost), await signInAt(wikiHost)]
  await app.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  expect(stateOf(await app.open('/'))).not.toBe('')
  expect((await other.open('/')).status).toBe(200)
  const lines = gate.logged.filter((line) => line.includes('"sign-out"'))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ host: publicHost }])
})

it('a host that the gate does not serve gets 421, and its pages do not say which there are', async () => {
  for (const host of ['other.corp.example', `${wikiHost}:8443`, '127.0.0.1']) {
    const answer = await at(host).open('/')
    expect(answer.status).toBe(421)
    expect(answer.text).not.toContain('corp.example')
  }
})

it('a WebSocket is opened only by a page of its own host', async () => {
  const browser = await signInAt(wikiHost)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const status = (origin: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        host: wikiHost,
        cookie,
        origin,
        connection: 'upgrade',
        upgrade: 'websocket',
      }
      const request = http.get({ port: gate.port, path: '/chat', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
    })
  expect(await status(`https://${publicHost}`)).toBe(403)
  expect(await status(`https://${wikiHost}`)).toBe(200)
})

it('when a tenant is removed, the open connections of each host are closed', async () => {
  const browser = await signInAt(wikiHost)
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const response = await new Promise<http.IncomingMessage>((resolve) => {
    http.get({ port: gate.port, path: '/stream', headers: { host: wikiHost, cookie } }, resolve)
  })
  const closed = new Promise((resolve) => response.on('error', resolve).resume())
  gate.allowTenants(['Beta-k9j8h'])
  expect(await closed).toMatchObject({ code: 'ECONNRESET' })
  gate.allowTenants(gate.settings.tenantIds)
})

it('each host has its own rules for paths, and its own headers', async () => {
  const [app, other] = [await signInAt(publicHost), await signInAt(wikiHost)]
  gate.replacePolicy({
    hosts: {
      [publicHost]: { paths: [{ path: '/app' }] },
      [wikiHost]: { paths: [{ path: '/wiki' }], headers: { 'x-dept': 'sub' } },
    },
  })
  expect((await app.open('/app')).status).toBe(200)
  expect((await app.open('/wiki')).status).toBe(403)
  expect((await other.open('/app')).status).toBe(403)
  expect(JSON.parse((await other.open('/wiki')).text)).toHaveProperty('x-dept')
  const sent = await app.open('/app', { 'x-dept': 'for this application, the header of a client' })
  expect(echoed(sent).headers).toHaveProperty('x-dept')
  gate.replacePolicy({ hosts: { [publicHost]: {} } })
  expect((await app.open('/wiki')).status).toBe(200)
  expect((await other.open('/wiki')).status).toBe(403)
  gate.replacePolicy(undefined)
})

it('the metrics say for each application whether it answers', () => {
  expect([...counts.upstreams]).toEqual([
    [publicHost, { isUpstreamUp: true }],
    [wikiHost, { isUpstreamUp: true }],
  ])
})

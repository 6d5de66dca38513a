import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@foyer/test-services/postgres-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { forwardAuthProxies } from '../testing/forward-auth-proxies.ts'
import { sendRaw } from '../testing/raw-request.ts'
import { createTestBrowser, sendTo, type TestBrowser } from '../testing/test-browser.ts'
import {
  echoed,
  loginRequestOf,
  publicHost,
  publicOrigin,
  signIn,
  startTestGate,
  stateOf,
  type StartedGate,
} from '../testing/test-gate.ts'

/** Another application of the same gate. The proxy does not forward to it. */
const otherHost = 'wiki.corp.example'
const claims = { firebase: { sign_in_provider: 'google.com', tenant: 'Acme-x1y2z' } }
const policy = {
  paths: [
    { path: '/' },
    { path: '/open/', access: 'public' },
    { path: '/admin/', providers: ['saml.acme'] },
  ],
}

describe.each(forwardAuthProxies.filter(({ isHere }) => isHere))('$name', (ownProxy) => {
  const { name } = ownProxy
  const directory = mkdtempSync(join(tmpdir(), 'foyer-forward-auth-'))
  const sockets = new WebSocketServer({ noServer: true })
  let gate: StartedGate
  let proxy: { close(): Promise<void> }
  let port: number
  let browser: TestBrowser
  let reached: string[] = []
  let upgrades: unknown[] = []

  beforeAll(async () => {
    const file = join(directory, 'policy.json')
    writeFileSync(file, JSON.stringify(policy))
    gate = await startTestGate({
      environment: {
        GATE_AUTH_PORT: '0',
        GATE_UPSTREAM: '',
        GATE_UPSTREAMS: `https://${otherHost}`,
        GATE_TRUSTED_PROXIES: '127.0.0.1',
        GATE_POLICY_FILE: file,
      },
    })
    gate.upstream.on('request', ({ url = '' }) => reached.push(url))
    gate.upstream.on('upgrade', (req, socket, head) => {
      upgrades.push(req.headers.upgrade)
      sockets.handleUpgrade(req, socket, head, (client) =>
        client.send(String(req.headers['x-goog-authenticated-user-id'])),
      )
    })
    port = await freePort()
    const application = (gate.upstream.address() as AddressInfo).port
    const ports = { proxy: port, gate: gate.port, auth: gate.authPort, application }
    proxy = await ownProxy.start(directory, publicHost, ports)
    browser = await signIn(gate, '/', claims, visitor())
  })
  beforeEach(() => (reached = []))
  afterAll(async () => {
    await proxy.close()
    await gate.stop()
    rmSync(directory, { recursive: true })
  })

  const visitor = () => createTestBrowser(publicHost, sendTo(port))
  const cookieOf = ({ cookies }: TestBrowser) =>
    [...cookies].map((pair) => pair.join('=')).join('; ')

  it(`behind ${name}, a visitor is sent to the sign-in page, and returns to the URL with an identity`, async () => {
    const own = visitor()
    const answer = await own.open('/x%2Cy?z=%20')
    expect(loginRequestOf(answer).searchParams.get('redirect_uri')).toBe(
      `${publicOrigin}/_gcp_iap/handle_redirect`,
    )
    expect(reached).toEqual([])
    await signIn(gate, '/x%2Cy?z=%20', claims, own)
    const { url, method, headers } = echoed(await own.open('/x%2Cy?z=%20'))
    expect({ url, method }).toEqual({ url: '/x%2Cy?z=%20', method: 'GET' })
    expect(headers['x-goog-authenticated-user-id']).toMatch(/^securetoken\.google\.com\//)
    expect(headers['x-goog-iap-jwt-assertion']).toMatch(/^eyJ/)
  })

  it(`behind ${name}, the application gets no cookie of the gate, and no identity that a client made up`, async () => {
    browser.cookies.set('theme', 'dark')
    const forged = {
      'x-goog-iap-jwt-assertion': 'forged',
      'x-goog-authenticated-user-id': 'forged',
      'x-goog-authenticated-user-email': 'forged',
      x_goog_iap_jwt_assertion: 'forged',
    }
    const signedIn = await browser.open('/', forged)
    expect(signedIn.text).not.toContain('forged')
    expect(echoed(signedIn).headers['cookie']?.replace(/^; /, '')).toBe('theme=dark')
    const { headers } = echoed(await visitor().open('/open/', forged))
    const claimed = Object.entries(headers).filter(([header]) => /x.goog/.test(header))
    // Some proxies send them without a value.
    expect(claimed.map(([, value]) => value).join('')).toBe('')
  })

  it.each([
    'X_Goog_Authenticated_User_Email',
    'X-Goog_Authenticated-User-Email',
    'x_goog-authenticated_user-email',
    'x.goog.authenticated.user.email',
    'X-Original-URL',
    'X-Rewrite-URL',
  ])(
    `behind ${name}, the application does not get the header %s, by which a client could pass for another user or open another path`,
    async (header) => {
      const { text } = await browser.open('/', { [header]: 'forged' })
      expect(text).toContain('"x-goog-iap-jwt-assertion"')
      expect(text).not.toContain('forged')
    },
  )

  it.each([
    ['in the Host header', '/', otherHost],
    ['in the Host header beside a URL of the application', `http://${publicHost}/`, otherHost],
    ['in the URL', `http://${otherHost}/`, publicHost],
  ])(
    `behind ${name}, a session of another application is of no use %s`,
    async (_where, target, host) => {
      const own = createTestBrowser(otherHost, sendTo(gate.port))
      await signIn(gate, '/', claims, own)
      const received = await sendRaw(port, [
        `GET ${target} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${cookieOf(own)}`,
        'Connection: close',
      ])
      expect(received).not.toContain('x-goog-authenticated-user-id')
      expect(reached).toEqual([])
    },
  )

  it.each([
    ['h2c', ['Upgrade: h2c']],
    ['h2c and websocket', ['Upgrade: h2c', 'Upgrade: websocket']],
    ['a list', ['Upgrade: h2c, websocket']],
  ])(
    `behind ${name}, a client cannot change the protocol to another one than WebSocket: %s`,
    async (_title, upgrade) => {
      upgrades = []
      await sendRaw(port, [
        'GET /open/ HTTP/1.1',
        `Host: ${publicHost}`,
        `Cookie: ${cookieOf(browser)}`,
        `Origin: ${publicOrigin}`,
        'Connection: Upgrade, close',
        ...upgrade,
        'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
      ])
      expect(upgrades.filter((protocol) => protocol !== 'websocket')).toEqual([])
    },
  )

  it(`behind ${name}, a client cannot name the identity away as a header of its connection`, async () => {
    const received = await sendRaw(port, [
      'GET /open/ HTTP/1.1',
      `Host: ${publicHost}`,
      `Cookie: ${cookieOf(browser)}`,
      'Connection: close, X-Goog-Iap-Jwt-Assertion, X-Goog-Authenticated-User-Id',
    ])
    expect(received).toContain('"x-goog-iap-jwt-assertion":"eyJ')
    expect(received).toContain('"x-goog-authenticated-user-id":"securetoken')
  })

  it(`behind ${name}, a body arrives, and one that comes after the session has ended does not`, async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    const call = { method: 'POST', body, headers: { accept: 'text/html' } }
    expect(echoed(await browser.call('/form', call)).body).toHaveLength(body.length)
    reached = []
    gate.clock.now += 4000
    const late = await browser.call('/form', call)
    gate.clock.now -= 4000
    expect(late.status).toBe(401)
    expect(late.text).toContain('What you sent was not saved.')
    expect(reached).toEqual([])
  })

  it(`behind ${name}, a script gets 401, and HEAD begins no sign-in`, async () => {
    expect((await visitor().call('/api')).status).toBe(401)
    const own = visitor()
    const head = await own.call('/', { method: 'HEAD', headers: { accept: 'text/html' } })
    expect([head.status, head.text, own.cookies.size]).toEqual([302, '', 0])
    const signedIn = await browser.call('/', { method: 'HEAD' })
    expect(signedIn.status).toBe(200)
    expect(reached).toEqual(['/'])
  })

  it.each([
    ['/open/x', 200, 200],
    ['/admin/x', 302, 403],
    ['/%61dmin/x', 400, 400],
    ['/Admin/x', 400, 400],
    ['/open/..%2fadmin', 400, 400],
    ['/_gcp_iap/unknown', 404, 404],
  ])(
    `behind ${name}, the path %s has its own rule, for a visitor (%i) and for a user (%i)`,
    async (path, forVisitor, forUser) => {
      expect((await visitor().open(path)).status).toBe(forVisitor)
      const answer = await browser.open(path)
      expect(answer.status).toBe(forUser)
      expect(reached).toEqual(forUser === 200 ? [path, path] : [])
    },
  )

  it(`behind ${name}, a user who may not open a path is told which account is signed in`, async () => {
    const { text } = await browser.open('/admin/x')
    expect(text).toContain('<dd translate="no">Google</dd>')
  })

  it(`behind ${name}, a client can neither ask the gate itself nor ask about another request`, async () => {
    for (const path of ['/check', '/answer', '/_foyer_check']) {
      const answer = await visitor().call(path)
      expect([401, 404]).toContain(answer.status)
    }
    const headers = { 'x-forwarded-uri': '/open/', 'x-forwarded-method': 'OPTIONS' }
    expect((await visitor().call('/', { headers })).status).toBe(401)
    expect(reached).toEqual([])
  })

  it(`behind ${name}, a user signs out, and can see who is signed in`, async () => {
    const own = await signIn(gate, '/', claims, visitor())
    const identity = await own.open('/?gcp-iap-mode=IDENTITY')
    expect(JSON.parse(identity.text)).toHaveProperty('sub')
    const answer = await own.open('/?gcp-iap-mode=GCIP_SIGNOUT')
    expect(loginRequestOf(answer).searchParams.get('mode')).toBe('signout')
    expect(stateOf(await own.open('/'))).not.toBe('')
    expect(gate.logged.filter((line) => line.includes('"sign-out"'))).toHaveLength(1)
    expect(reached).toEqual([])
  })

  it(`behind ${name}, a WebSocket opens only with a session, and only for a page of the application`, async () => {
    const open = (headers: Record<string, string>, path = '/chat') =>
      new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { host: publicHost, ...headers } })
    const cookie = cookieOf(browser)
    const socket = open({ cookie, origin: publicOrigin })
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(String(message)).toMatch(/^securetoken/)
    socket.terminate()
    for (const headers of [{ origin: publicOrigin }, { cookie, origin: 'https://evil.example' }]) {
      const refused = open(headers, '/open/chat')
      const [, response] = (await once(refused, 'unexpected-response')) as [
        unknown,
        { statusCode: number },
      ]
      expect([401, 403]).toContain(response.statusCode)
    }
  })
})

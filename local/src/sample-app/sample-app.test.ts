import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokens } from '@foyer/design/tokens'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAssertionVerifier } from './assertion.ts'
import { createSampleApp } from './sample-app.ts'

const AUDIENCE = '/projects/12345/apps/gate'
const claims = {
  iss: 'https://cloud.google.com/iap',
  aud: AUDIENCE,
  sub: 'securetoken.google.com/demo-foyer:u1',
  gcip: {
    sub: 'u1',
    email: 'ayse@example.com',
    email_verified: true,
    firebase: {
      sign_in_provider: 'google.com',
      sign_in_second_factor: 'totp',
      tenant: 'acme-1a2b3',
    },
  },
}

type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

let gateKey: SigningKey
let otherKey: SigningKey
let keys: { keys: object[] }

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  gateKey = pair.privateKey
  otherKey = (await generateKeyPair('ES256')).privateKey
  keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }] }
})

const sign = (changes: object = {}, key: SigningKey = gateKey, expires = '10m') =>
  new SignJWT({ ...claims, ...changes })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key)

const unsigned = () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none', kid: 'k1' })}.${encode({ ...claims, exp: 9_999_999_999 })}.`
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startApp() {
  const gate = await listen(
    createServer((_request, response) => response.end(JSON.stringify(keys))),
  )
  const verify = createAssertionVerifier({ keysUrl: new URL(gate), audience: AUDIENCE })
  const url = await listen(
    createServer(createSampleApp({ verify, origin: 'http://localhost:4100' })),
  )
  return (path: string, assertion?: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: assertion === undefined ? {} : { 'x-goog-iap-jwt-assertion': assertion },
    })
}

describe('the sample application', () => {
  it('the sample application shows the user of the assertion and the requested URL', async () => {
    const ask = await startApp()
    const page = await (await ask('/some/page?x=1&q=%3Cb%3E', await sign())).text()
    expect(page).toContain('<dd id="email">ayse@example.com</dd>')
    expect(page).toContain('<dd id="email-verified">yes</dd>')
    expect(page).toContain('<dd id="uid">u1</dd>')
    expect(page).toContain('<dd id="tenant">acme-1a2b3</dd>')
    expect(page).toContain('<dd id="provider">google.com</dd>')
    expect(page).toContain('<dd id="second-factor">totp</dd>')
    expect(page).toContain(
      '<dd id="address">http://localhost:4100/some/page?x=1&amp;q=%3Cb%3E</dd>',
    )
  })

  it('the policy of the sample application allows the icon that its page links to', async () => {
    const ask = await startApp()
    const page = await ask('/', await sign())
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self'")
    const [, path = ''] = /<link rel="icon" href="([^"]+)">/.exec(await page.text()) ?? []
    const icon = await ask(path, await sign())
    expect(icon.headers.get('content-type')).toContain('image/svg+xml')
  })

  it('the sample application has the colours of the product', async () => {
    const ask = await startApp()
    const page = await (await ask('/', await sign())).text()
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page) ?? []
    const sheet = await (await ask(path, await sign())).text()
    expect(sheet).toContain(`--surface:${tokens.light.surface};`)
    expect(sheet).toContain(`--surface:${tokens.dark.surface};`)
  })

  it('the sample application shows a user at project level with a phone number', async () => {
    const ask = await startApp()
    const gcip = { sub: 'u2', firebase: { sign_in_provider: 'phone' } }
    const answer = await ask('/api/user', await sign({ gcip }))
    expect(await answer.json()).toEqual({
      uid: 'u2',
      email: null,
      isEmailVerified: false,
      tenantId: null,
      provider: 'phone',
      secondFactor: null,
    })
  })

  it('the sample application shows a submitted note as text', async () => {
    const ask = await startApp()
    const body = new URLSearchParams({ note: '<script>"çay"</script>' })
    const page = await (await ask('/', await sign(), { method: 'POST', body })).text()
    expect(page).toContain('<dd id="posted">&lt;script&gt;&quot;çay&quot;&lt;/script&gt;</dd>')
  })

  it.each([
    ['no assertion', async () => undefined],
    ['another key', () => sign({}, otherKey)],
    ['no signature', async () => unsigned()],
    ['another gate’s assertion', () => sign({ aud: '/projects/12345/apps/gate-tenants' })],
    ['another issuer', () => sign({ iss: 'https://evil.example' })],
    ['an old assertion', () => sign({}, gateKey, '-2m')],
    ['an assertion without a user', () => sign({ gcip: {} })],
    ['claims that are no object', () => sign({ gcip: 'u1' })],
    ['an assertion without the claims', () => sign({ gcip: undefined })],
    ['text that is no token', async () => 'x'],
  ])('the sample application refuses %s', async (_, assertion) => {
    const ask = await startApp()
    for (const path of ['/', '/api/user', '/sample-app.js']) {
      expect((await ask(path, await assertion())).status).toBe(403)
    }
  })

  it('the sample application refuses a form that is too long', async () => {
    const ask = await startApp()
    const body = new URLSearchParams({ note: 'x'.repeat(20_000) })
    expect((await ask('/', await sign(), { method: 'POST', body })).status).toBe(400)
  })
})

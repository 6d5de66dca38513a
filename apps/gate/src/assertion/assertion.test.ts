import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importSPKI,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { echoed, signIn, createTestGate, type TestGate } from '../testing/test-gate.ts'

let gate: TestGate
beforeAll(async () => {
  gate = await createTestGate()
})
afterAll(() => gate.stop())

it('the gate signs an assertion that verifiers of IAP accept with the published keys', async () => {
  const browser = await signIn(gate)
  const jwks = JSON.parse(
    (await gate.browser().call('/_gcp_iap/public_key-jwk')).text,
  ) as JSONWebKeySet
  const pems = JSON.parse((await gate.browser().call('/_gcp_iap/public_key')).text) as Record<
    string,
    string
  >
  const assertion = echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? ''
  const rules = {
    issuer: 'https://cloud.google.com/iap',
    audience: '/projects/123456789012/apps/demo-proj',
    currentDate: new Date(gate.clock.now * 1000),
  }

  const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(jwks), rules)
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: jwks.keys[0]?.kid })
  expect(payload.sub).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:u-1')
  expect(payload['email']).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:a@corp.example')
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(600)
  expect(payload['gcip']).toEqual({
    auth_time: expect.any(Number) as unknown,
    email: 'a@corp.example',
    email_verified: true,
    firebase: { sign_in_provider: 'google.com', tenant: 'Acme-x1y2z' },
    sub: 'u-1',
  })
  const pem = await importSPKI(pems[protectedHeader.kid ?? ''] ?? '', 'ES256')
  await expect(jwtVerify(assertion, pem, rules)).resolves.toBeDefined()
})

it('the gate signs an assertion once for five minutes of requests', async () => {
  const own = await createTestGate()
  const browser = await signIn(own)
  const read = async () => echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? ''
  const first = await read()
  own.clock.now += 299
  expect(await read()).toBe(first)
  own.clock.now += 1
  const second = await read()
  expect(decodeJwt(second).iat).toBe((decodeJwt(first).iat ?? 0) + 300)
  expect(decodeProtectedHeader(second).kid).toBe(decodeProtectedHeader(first).kid)
  await own.stop()
})

it('I20: an unverified email address appears only among the gcip claims', async () => {
  const browser = await signIn(gate, '/', { email_verified: false })
  const { headers } = echoed(await browser.open('/'))
  const payload = decodeJwt(headers['x-goog-iap-jwt-assertion'] ?? '')
  expect(headers).not.toHaveProperty('x-goog-authenticated-user-email')
  expect(payload).not.toHaveProperty('email')
  expect(payload['gcip']).toMatchObject({ email: 'a@corp.example', email_verified: false })
})

it('the gate writes the gcip claim as text for applications that parse it, if the setting says so', async () => {
  const own = await createTestGate({ environment: { GATE_GCIP_CLAIM: 'string' } })
  const { headers } = echoed(await (await signIn(own)).open('/'))
  const { gcip } = decodeJwt(headers['x-goog-iap-jwt-assertion'] ?? '')
  expect(JSON.parse(String(gcip))).toMatchObject({ sub: 'u-1', email: 'a@corp.example' })
  await own.stop()
})

it('the gate presents an unverified email address if the setting says so', async () => {
  const own = await createTestGate({ environment: { GATE_UNVERIFIED_EMAIL: 'pass' } })
  const email = 'securetoken.google.com/demo-proj/Acme-x1y2z:a@corp.example'
  for (const claims of [{ email_verified: false }, { email_verified: undefined }]) {
    const browser = await signIn(own, '/', claims)
    const { headers } = echoed(await browser.open('/'))
    expect(headers['x-goog-authenticated-user-email']).toBe(email)
    const payload = decodeJwt(headers['x-goog-iap-jwt-assertion'] ?? '')
    expect(payload).toMatchObject({ email, gcip: { email: 'a@corp.example' } })
    const identity = await browser.open('/?gcp-iap-mode=IDENTITY')
    expect(JSON.parse(identity.text)).toMatchObject({ email })
  }
  await own.stop()
})

it('the gate passes names beyond Latin-1 to the application', async () => {
  const browser = await signIn(gate, '/', { email: 'ığdır@corp.example', name: 'Şükrü 李' })
  const { headers } = echoed(await browser.open('/'))
  const email = Buffer.from(headers['x-goog-authenticated-user-email'] ?? '', 'latin1').toString(
    'utf8',
  )
  expect(email).toBe('securetoken.google.com/demo-proj/Acme-x1y2z:ığdır@corp.example')
})

it('the gate removes control characters from the names that it writes into headers', async () => {
  const browser = await signIn(gate, '/', { email: 'a\u0007\u009f\r\nx-evil: 1@corp.example' })
  const { headers } = echoed(await browser.open('/'))
  expect(headers['x-goog-authenticated-user-email']).toBe(
    'securetoken.google.com/demo-proj/Acme-x1y2z:ax-evil: 1@corp.example',
  )
  expect(headers).not.toHaveProperty('x-evil')
})

it('the gate limits the cookie to what browsers store, however long the claims are', async () => {
  const browser = await signIn(gate, '/', {
    picture: `https://photos.example/${'p'.repeat(2000)}`,
    firebase: {
      tenant: 'Acme-x1y2z',
      sign_in_provider: 'saml.corp',
      sign_in_attributes: { groups: Array.from({ length: 200 }, (_, index) => `group-${index}`) },
    },
    role: 'admin',
  })
  expect(browser.cookies.get('__Host-foyer-session')?.length).toBeLessThan(3900)
  const payload = decodeJwt(
    echoed(await browser.open('/')).headers['x-goog-iap-jwt-assertion'] ?? '',
  )
  expect(payload['gcip']).toMatchObject({ role: 'admin', sub: 'u-1' })
})

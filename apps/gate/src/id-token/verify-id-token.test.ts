import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { createIdentityPlatform, projectId, projectNumber } from '../testing/identity-platform.ts'
import { GateError } from '../errors/gate-error.ts'
import { createAllowedTenants } from './allowed-tenants.ts'
import { createKeySet } from './key-set.ts'
import { createIdTokenVerifier } from './verify-id-token.ts'

const now = 1_800_000_000
const platform = await createIdentityPlatform(() => now)
const tenants = createAllowedTenants(['Acme-x1y2z'])
const rules = { projectId, projectNumber, tenants, acceptsEmulatorTokens: false }
const keySet = createKeySet(new URL('https://keys.example/'), {
  fetch: platform.fetch,
  now: () => now,
})
const verify = createIdTokenVerifier(rules, keySet, () => now)

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const goodHeader = { alg: 'RS256', kid: platform.kid, typ: 'JWT' }
const goodFirebase = { tenant: 'Acme-x1y2z', sign_in_provider: 'google.com' }
const goodPayload = {
  iss: 'https://securetoken.google.com/demo-proj',
  aud: 'demo-proj',
  sub: 'u-1',
  iat: now - 20,
  exp: now + 3500,
  auth_time: now - 60,
  email: 'a@corp.example',
  email_verified: true,
  firebase: goodFirebase,
}

interface Token {
  header?: object
  payload?: object
  signature?: 'good' | 'bad' | 'none' | 'hmac' | 'sha512'
}

function write({ header = {}, payload = {}, signature = 'good' }: Token): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ ...goodHeader, ...header })}.${part({ ...goodPayload, ...payload })}`
  return `${signed}.${signatureOf(signed, signature)}`
}

function signatureOf(signed: string, kind: Token['signature']): string {
  if (kind === 'none') return ''
  if (kind === 'hmac') {
    return createHmac('sha256', 'the public certificate').update(signed).digest('base64url')
  }
  const key = kind === 'bad' ? stranger : platform.privateKey
  return sign(kind === 'sha512' ? 'sha512' : 'sha256', Buffer.from(signed), key).toString(
    'base64url',
  )
}

it.each<[string, Token]>([
  ['I01 a good token', {}],
  ['I14 a token within the thirty seconds of clock difference', { payload: { exp: now - 10 } }],
  ['I20 a token with an unverified email address', { payload: { email_verified: false } }],
  ['a token issued three seconds ahead of our clock', { payload: { iat: now + 3 } }],
  ['a token without an email address (phone)', { payload: { email: undefined } }],
])('the gate accepts %s', async (_, token) => {
  await expect(verify(write(token))).resolves.toMatchObject({ sub: 'u-1' })
})

it.each([1, 30, 60])(
  'the gate accepts a token issued %i s ahead of our clock (TK-02a)',
  async (ahead) => {
    await expect(verify(write({ payload: { iat: now + ahead } }))).resolves.toMatchObject({
      sub: 'u-1',
    })
  },
)

it.each([61, 120, 600])(
  'the gate refuses a token issued %i s ahead of our clock (TK-02b)',
  async (ahead) => {
    await expect(verify(write({ payload: { iat: now + ahead } }))).rejects.toMatchObject({
      status: 'CLOCK_SKEWED',
    })
  },
)

it.each<[string, Token]>([
  ['I02 alg none, with a signature', { header: { alg: 'none' } }],
  ['I02 alg none, without a signature', { header: { alg: 'none' }, signature: 'none' }],
  ['I03 HMAC with the public key', { header: { alg: 'HS256' }, signature: 'hmac' }],
  ['another RSA algorithm, well signed', { header: { alg: 'RS512' }, signature: 'sha512' }],
  ['I04 a wrong signature', { signature: 'bad' }],
  ['I05 a path as key id', { header: { kid: '../../etc/passwd' } }],
  ['I06 an inherited property as key id', { header: { kid: '__proto__' } }],
  ['I07 a key inside the token', { header: { jwk: { kty: 'RSA' } } }],
  ['the URL of a key inside the token', { header: { jku: 'https://evil.test/keys' } }],
  ['I08 another project', { payload: { aud: 'evil-proj' } }],
  ['I09 two audiences', { payload: { aud: ['demo-proj', 'evil-proj'] } }],
  ['I10 another issuer', { payload: { iss: 'https://securetoken.google.com/evil-proj' } }],
  [
    'I11 a Google ID token',
    { payload: { iss: 'https://accounts.google.com', aud: '123.apps.googleusercontent.com' } },
  ],
  ['I12 no subject', { payload: { sub: '' } }],
  ['no Identity Platform claims', { payload: { firebase: undefined } }],
])('the gate refuses %s with 401', async (_, token) => {
  await expect(verify(write(token))).rejects.toMatchObject({
    name: 'GateError',
    status: 'UNAUTHENTICATED',
    httpStatus: 401,
  })
})

it.each<[string, string, Token]>([
  ['I13 a token that has expired', 'ID_TOKEN_EXPIRED', { payload: { exp: now - 31 } }],
  ['I16 a token older than five minutes', 'ID_TOKEN_EXPIRED', { payload: { iat: now - 1200 } }],
  ['I15 a token issued in the future', 'CLOCK_SKEWED', { payload: { iat: now + 120 } }],
  ['a token of a sign-in in the future', 'CLOCK_SKEWED', { payload: { auth_time: now + 120 } }],
  ['a token that is not valid yet', 'CLOCK_SKEWED', { payload: { nbf: now + 120 } }],
])(
  'the gate refuses %s with 401 and %s, so that the page can say what to do',
  async (_, status, token) => {
    await expect(verify(write(token))).rejects.toMatchObject({
      name: 'GateError',
      status,
      httpStatus: 401,
    })
  },
)

it.each<[string, Token]>([
  ['of another project', { payload: { exp: now - 31, aud: 'evil-proj' } }],
  ['with a wrong signature', { payload: { exp: now - 31 }, signature: 'bad' }],
])('the error does not reveal the age of a token %s', async (_, token) => {
  await expect(verify(write(token))).rejects.toMatchObject({ status: 'UNAUTHENTICATED' })
})

it.each<[string, Token]>([
  [
    'I17 a tenant not allowed here',
    { payload: { firebase: { ...goodFirebase, tenant: 'Beta-k9j8h' } } },
  ],
  [
    'I18 no tenant where one is needed',
    { payload: { firebase: { sign_in_provider: 'google.com' } } },
  ],
  [
    'I19 an anonymous user',
    { payload: { firebase: { ...goodFirebase, sign_in_provider: 'anonymous' } } },
  ],
])('the gate refuses %s with 403', async (_, token) => {
  await expect(verify(write(token))).rejects.toMatchObject({
    status: 'PERMISSION_DENIED',
    httpStatus: 403,
  })
})

it.each(['', 'x', 'a.b.c', '..', `${write({})}.x`])(
  'the gate refuses %j, which is not a token',
  async (text) => {
    await expect(verify(text)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' })
  },
)

it.each(['jwk', 'jku', 'x5u', 'x5c', 'crit'])(
  'the gate refuses a well-signed token with the header %s, and its log says why',
  async (name) => {
    await expect(verify(write({ header: { [name]: [] } }))).rejects.toMatchObject({
      code: 'id-token-brings-key',
    })
  },
)

it.each([
  { firebase: { tenant: 'Acme-x1y2z' } },
  { firebase: { ...goodFirebase, tenant: 7 } },
  { firebase: [] },
  { sub: 's'.repeat(129) },
  { auth_time: undefined },
  { email: 7 },
  { email_verified: 'true' },
])('the gate refuses a token with the claims %j', async (payload) => {
  await expect(verify(write({ payload }))).rejects.toMatchObject({ code: 'id-token-claims' })
})

it('the gate passes on why it has no keys, and a failure that is not about the token', async () => {
  for (const failure of [new GateError('keys-unavailable'), new Error('out of memory')]) {
    const failing = createIdTokenVerifier(
      rules,
      () => Promise.reject(failure),
      () => now,
    )
    await expect(failing(write({}))).rejects.toBe(failure)
  }
})

it.each<[string, Token]>([
  ['alg none with a signature', { header: { alg: 'none' } }],
  ['another algorithm without a signature', { signature: 'none' }],
  ['a signature', {}],
])('the gate refuses a token with %s when it uses the emulator', async (_, token) => {
  const local = createIdTokenVerifier({ ...rules, acceptsEmulatorTokens: true }, keySet, () => now)
  await expect(local(write(token))).rejects.toMatchObject({ code: 'id-token-not-emulated' })
})

it('the gate accepts project-level accounts if no tenant is configured', async () => {
  const project = createIdTokenVerifier(
    { ...rules, tenants: createAllowedTenants([`_${projectNumber}`]) },
    keySet,
    () => now,
  )
  const token = write({ payload: { firebase: { sign_in_provider: 'phone' } } })
  await expect(project(token)).resolves.toMatchObject({ sub: 'u-1' })
})

it('the gate accepts only unsigned tokens when it uses the emulator', async () => {
  const local = createIdTokenVerifier({ ...rules, acceptsEmulatorTokens: true }, keySet, () => now)
  await expect(local(platform.emulatorToken())).resolves.toMatchObject({ sub: 'u-1' })
  await expect(local(await platform.idToken())).rejects.toMatchObject({ status: 'UNAUTHENTICATED' })
  await expect(local(platform.emulatorToken({ aud: 'evil-proj' }))).rejects.toMatchObject({
    status: 'UNAUTHENTICATED',
  })
})

it('the gate checks the age of the emulator’s tokens too', async () => {
  const local = createIdTokenVerifier({ ...rules, acceptsEmulatorTokens: true }, keySet, () => now)
  await expect(local(platform.emulatorToken({ exp: now - 31 }))).rejects.toMatchObject({
    status: 'ID_TOKEN_EXPIRED',
  })
  await expect(local(platform.emulatorToken({ iat: now + 120 }))).rejects.toMatchObject({
    status: 'CLOCK_SKEWED',
  })
})

it.each<[string, string, object, object]>([
  [
    'issued five minutes and thirty seconds ago',
    'ID_TOKEN_EXPIRED',
    { iat: now - 330 },
    { iat: now - 331 },
  ],
  [
    'that expired twenty-nine seconds ago',
    'ID_TOKEN_EXPIRED',
    { exp: now - 29 },
    { exp: now - 30 },
  ],
  ['issued sixty seconds ahead', 'CLOCK_SKEWED', { iat: now + 60 }, { iat: now + 61 }],
  [
    'of a sign-in sixty seconds ahead',
    'CLOCK_SKEWED',
    { auth_time: now + 60 },
    { auth_time: now + 61 },
  ],
  ['not valid before sixty seconds from now', 'CLOCK_SKEWED', { nbf: now + 60 }, { nbf: now + 61 }],
])('an ID token %s is accepted, and one a second beyond that gets %s', async (...row) => {
  const [, status, edge, beyond] = row
  await expect(verify(write({ payload: edge }))).resolves.toMatchObject({ sub: 'u-1' })
  await expect(verify(write({ payload: beyond }))).rejects.toMatchObject({ status })
})

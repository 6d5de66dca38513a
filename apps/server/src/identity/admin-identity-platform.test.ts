import { generateKeyPairSync, verify } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cert } from 'firebase-admin/app'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  projectId,
  startIdentityPlatformServer,
  type IdentityPlatformServer,
} from '@foyer/test-services/identity-platform-server'
import { createAdminIdentityPlatform } from './admin-identity-platform.ts'
import { IdentityError } from './identity-error.ts'

let server: IdentityPlatformServer
beforeAll(async () => {
  server = await startIdentityPlatformServer()
})
afterAll(() => server.close())
beforeEach(() => vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', server.host))
afterEach(() => {
  vi.unstubAllEnvs()
  server.accounts.length = 0
  server.failure = null
})

const identity = createAdminIdentityPlatform({ projectId, timeoutMs: 2_000 })
const codeOfFailure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof IdentityError ? error.code : String(error)),
  )

const ayse = {
  uid: 'u-1',
  tenantId: 'Acme-x1y2z',
  email: 'ayse@corp.example',
  emailVerified: true,
  displayName: 'Ayşe Yılmaz',
}

describe('accounts', () => {
  it('a repeated request for the same account creates it only once', async () => {
    expect(await identity.createAccount(ayse)).toBe('created')
    expect(await identity.createAccount(ayse)).toBe('exists-with-this-uid')
    expect(server.accounts).toHaveLength(1)
    expect(server.accounts[0]).toMatchObject(ayse)
  })

  it('no second account with the same email address is created', async () => {
    await identity.createAccount(ayse)
    expect(await identity.createAccount({ ...ayse, uid: 'u-2' })).toBe('address-taken')
  })

  it('no account with an email address that Identity Platform refuses is created or found', async () => {
    server.failure = 'address-refused'
    expect(await identity.createAccount(ayse)).toBe('address-refused')
    expect(await identity.accountByEmail(ayse.email, ayse.tenantId)).toBeNull()
  })

  it('another tenant may have an account with the same email address', async () => {
    await identity.createAccount(ayse)
    expect(await identity.createAccount({ ...ayse, tenantId: null })).toBe('created')
  })

  it('an account is found by its email address in any case, only in its tenant', async () => {
    await identity.createAccount(ayse)
    const found = await identity.accountByEmail('Ayse@CORP.example', 'Acme-x1y2z')
    expect(found).toMatchObject({ uid: 'u-1', emailVerified: true, disabled: false, claims: {} })
    expect(await identity.accountByEmail('ayse@corp.example', 'Beta-k9j8h')).toBeNull()
    expect(await identity.accountByEmail('ayse@corp.example', null)).toBeNull()
  })

  it('an account is not found by an email address that only a linked provider has', async () => {
    const providers = [{ id: 'google.com', subject: '1001' }]
    server.addAccount({ ...ayse, providers, providerEmail: 'can@evil.example' })
    expect(await identity.accountByEmail('can@evil.example', 'Acme-x1y2z')).toBeNull()
    server.addAccount({ ...ayse, uid: 'u-2', email: null, providerEmail: 'bora@corp.example' })
    expect(await identity.accountByEmail('bora@corp.example', 'Acme-x1y2z')).toBeNull()
  })

  it('an account is found by its uid, with its claims', async () => {
    await identity.createAccount(ayse)
    await identity.setClaims('u-1', 'Acme-x1y2z', { firstLogin: true, role: 'admin' })
    const found = await identity.accountByUid('u-1', 'Acme-x1y2z')
    expect(found?.claims).toEqual({ firstLogin: true, role: 'admin' })
    expect(await identity.accountByUid('u-2', 'Acme-x1y2z')).toBeNull()
  })

  it('a custom token for an account names its tenant', async () => {
    const token = await identity.customTokenFor('u-1', 'Acme-x1y2z')
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(payload).toMatchObject({ uid: 'u-1', tenant_id: 'Acme-x1y2z' })
  })
})

describe('failures of Identity Platform', () => {
  it.each([
    [
      'reading an account in a missing tenant',
      () => identity.accountByUid('u-1', 'nobody'),
      'not-found',
    ],
    [
      'setting the claims of a missing account',
      () => identity.setClaims('u-9', null, {}),
      'account-missing',
    ],
  ])('the failure of %s has one of our codes', async (_name, call, code) => {
    expect(await codeOfFailure(call())).toBe(code)
  })

  it('no account in a missing tenant has an email address', async () => {
    expect(await identity.accountByEmail('can@acme.example', 'nobody')).toBeNull()
  })

  it('a failure of the service itself is unavailable', async () => {
    server.failure = 'unavailable'
    expect(await codeOfFailure(identity.accountByUid('u-1', null))).toBe('unavailable')
  })

  it('a request without a response ends at the time limit', async () => {
    server.failure = 'silence'
    const hasty = createAdminIdentityPlatform({ projectId, timeoutMs: 50 })
    expect(await codeOfFailure(hasty.accountByUid('u-1', null))).toBe('deadline-exceeded')
  })

  it.each<[string, (hasty: typeof identity) => Promise<unknown>]>([
    ['access', (hasty) => hasty.changeAccess('u-1', null, { isDisabled: true })],
    ['the password', (hasty) => hasty.setPassword('u-1', null, 'new-one-1', true)],
    ['the sessions', (hasty) => hasty.endSessions('u-1', null)],
    ['the claims', (hasty) => hasty.setClaims('u-1', null, {})],
  ])(
    'a change of %s that takes long has no effect after it has ended here',
    async (_what, change) => {
      server.addAccount({ uid: 'u-1' })
      let underWay = 0
      server.onCall = async () => {
        underWay += 1
        await wait(200)
        underWay -= 1
      }
      await change(createAdminIdentityPlatform({ projectId, timeoutMs: 50 })).catch(() => {})
      server.onCall = () => {}
      expect(underWay).toBe(0)
    },
  )

  it('a clock that is far behind is a failure, because it cannot end the last session', async () => {
    server.addAccount({ uid: 'u-1', lastLoginAt: Date.now() + 120_000 })
    expect(await codeOfFailure(identity.endSessions('u-1', null))).toBe('unavailable')
  })

  it('a failure keeps its cause, and its message contains nothing about the account', async () => {
    const error: unknown = await identity.setClaims('u-secret', null, {}).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: 'identity platform: account-missing' })
    expect((error as IdentityError).cause).toBeInstanceOf(Error)
  })
})

describe('ID tokens of the emulator', () => {
  it('an ID token of the emulator is verified in its tenant', async () => {
    const token = server.idToken(server.addAccount(ayse))
    const verified = await identity.verifyIdToken(token)
    expect(verified).toMatchObject({
      uid: 'u-1',
      tenantId: 'Acme-x1y2z',
      claims: { sub: 'u-1', firebase: { sign_in_provider: 'custom' } },
    })
    // The claims of the token alone, which the gate has too.
    expect(verified.claims).not.toHaveProperty('uid')
  })

  it('an ID token of a disabled account of the emulator gets its own error', async () => {
    const token = server.idToken(server.addAccount({ ...ayse, disabled: true }))
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('user-disabled')
  })

  it.each([
    ['all sessions are ended', () => identity.endSessions('u-1', ayse.tenantId)],
    ['a password is set', () => identity.setPassword('u-1', ayse.tenantId, 'new-one-1', true)],
  ])('a session that has begun a moment before %s ends too', async (_name, end) => {
    const lastLoginAt = Date.now()
    const account = server.addAccount({ ...ayse, lastLoginAt })
    await end()
    expect(account.validSince).toBeGreaterThan(Math.floor(lastLoginAt / 1000))
  })

  it('an ID token of the emulator is refused after it was revoked', async () => {
    const now = Math.floor(Date.now() / 1000)
    const token = server.idToken(server.addAccount({ ...ayse, validSince: now + 1 }))
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('id-token-refused')
  })

  it('an ID token of the emulator is refused if its account was deleted', async () => {
    const token = server.idToken(server.addAccount(ayse))
    server.accounts.length = 0
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('id-token-refused')
  })

  it('an ID token of the emulator is refused if it names a tenant without its account', async () => {
    const token = server.idToken(server.addAccount({ ...ayse, tenantId: 'Beta-k9j8h' }), {
      firebase: { tenant: 'Acme-x1y2z', sign_in_provider: 'custom' },
    })
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('id-token-refused')
  })
})

it('in production, a custom token is signed for Identity Platform and names the tenant (hostile-C01)', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const clientEmail = `minter@${projectId}.iam.gserviceaccount.com`
  const credential = cert({
    projectId,
    clientEmail,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const token = await createAdminIdentityPlatform({ projectId, credential }).customTokenFor(
    'u-1',
    'Acme-x1y2z',
  )
  const [header = '', payload = '', signature = ''] = token.split('.')
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(decode(header)).toMatchObject({ alg: 'RS256' })
  expect(decode(payload)).toMatchObject({
    iss: clientEmail,
    aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
    uid: 'u-1',
    tenant_id: 'Acme-x1y2z',
  })
  const signed = Buffer.from(`${header}.${payload}`)
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
})

describe('ID tokens in production', () => {
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const production = () =>
    createAdminIdentityPlatform({
      projectId,
      credential: { getAccessToken: async () => ({ access_token: 'x', expires_in: 3600 }) },
      httpAgent: server.agent,
      timeoutMs: 2_000,
    })
  const now = () => Math.floor(Date.now() / 1000)
  const claims = () => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'u-1',
    iat: now() - 20,
    exp: now() + 3500,
    auth_time: now() - 60,
    email: 'ayse@corp.example',
    email_verified: true,
    firebase: { tenant: 'Acme-x1y2z', sign_in_provider: 'google.com' },
  })

  beforeEach(() => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined)
    server.addAccount(ayse)
  })

  it('a production ID token with the right signature is accepted (hostile-I01)', async () => {
    const token = server.signedIdToken(claims())
    expect(await production().verifyIdToken(token)).toMatchObject({ uid: 'u-1' })
  })

  it.each([
    ['unsigned (hostile-I02)', () => server.idToken(server.addAccount(ayse))],
    ['signed with HMAC (hostile-I03)', () => server.signedIdToken(claims(), { alg: 'HS256' })],
    ['with a wrong signature (hostile-I04)', () => server.signedIdToken(claims(), {}, otherKey)],
    [
      'with an unknown key id (hostile-I05)',
      () => server.signedIdToken(claims(), { kid: '../../etc/passwd' }),
    ],
    [
      'with an inherited property name as a key id (hostile-I06)',
      () => server.signedIdToken(claims(), { kid: '__proto__' }),
    ],
    [
      'with a key in its header (hostile-I07)',
      () => server.signedIdToken(claims(), { jwk: { kty: 'RSA' } }),
    ],
    [
      'with the URL of a key in its header',
      () => server.signedIdToken(claims(), { jku: 'https://evil.test' }),
    ],
    ['with a critical extension', () => server.signedIdToken(claims(), { crit: ['x'] })],
    [
      'for another project (hostile-I08)',
      () => server.signedIdToken({ ...claims(), aud: 'evil-proj' }),
    ],
    [
      'for two projects (hostile-I09)',
      () => server.signedIdToken({ ...claims(), aud: [projectId, 'evil-proj'] }),
    ],
    [
      'of another issuer (hostile-I10)',
      () => server.signedIdToken({ ...claims(), iss: 'https://securetoken.google.com/evil-proj' }),
    ],
    [
      'issued by Google itself (hostile-I11)',
      () =>
        server.signedIdToken({
          ...claims(),
          iss: 'https://accounts.google.com',
          aud: '123.apps.googleusercontent.com',
        }),
    ],
    ['without a subject (hostile-I12)', () => server.signedIdToken({ ...claims(), sub: '' })],
    ['that is no JWT', () => 'a.b.c'],
    ['that is HTML', () => '<script>alert(1)</script>'],
    ['that is too long', () => `${server.signedIdToken(claims())}${'x'.repeat(8192)}`],
  ])('a production ID token %s is refused', async (_name, token) => {
    expect(await codeOfFailure(production().verifyIdToken(token()))).toBe('id-token-refused')
  })

  it('a production ID token of an account that was disabled later gets its own error', async () => {
    for (const account of server.accounts) account.disabled = true
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('user-disabled')
  })

  it('a production ID token is refused after it was revoked', async () => {
    for (const account of server.accounts) account.validSince = now() + 1
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-refused')
  })

  it('a production ID token is refused if its account was deleted', async () => {
    server.accounts.length = 0
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-refused')
  })

  it('an expired production ID token is too old (hostile-I13)', async () => {
    const token = server.signedIdToken({ ...claims(), exp: now() - 31 })
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-too-old')
  })

  it('a production ID token is not refused as invalid while the signing keys cannot be fetched', async () => {
    server.failure = 'key-server-down'
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('unavailable')
  })
})

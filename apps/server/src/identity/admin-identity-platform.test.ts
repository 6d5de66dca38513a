import { generateKeyPairSync, verify } from 'node:crypto'
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

const identity = createAdminIdentityPlatform({ projectId, patienceMs: 2_000 })
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

describe('an account', () => {
  it('is created once, however often it is asked for', async () => {
    expect(await identity.createAccount(ayse)).toBe('created')
    expect(await identity.createAccount(ayse)).toBe('exists-with-this-uid')
    expect(server.accounts).toHaveLength(1)
    expect(server.accounts[0]).toMatchObject(ayse)
  })

  it('is not created beside another with the same address', async () => {
    await identity.createAccount(ayse)
    expect(await identity.createAccount({ ...ayse, uid: 'u-2' })).toBe('address-taken')
  })

  it('with an address that the service refuses is neither made nor found', async () => {
    server.failure = 'address-refused'
    expect(await identity.createAccount(ayse)).toBe('address-refused')
    expect(await identity.accountByEmail(ayse.email, ayse.tenantId)).toBeNull()
  })

  it('may exist in another tenant with the same address', async () => {
    await identity.createAccount(ayse)
    expect(await identity.createAccount({ ...ayse, tenantId: null })).toBe('created')
  })

  it('is found by its email in any case, in its tenant alone', async () => {
    await identity.createAccount(ayse)
    const found = await identity.accountByEmail('Ayse@CORP.example', 'Acme-x1y2z')
    expect(found).toMatchObject({ uid: 'u-1', emailVerified: true, disabled: false, claims: {} })
    expect(await identity.accountByEmail('ayse@corp.example', 'Beta-k9j8h')).toBeNull()
    expect(await identity.accountByEmail('ayse@corp.example', null)).toBeNull()
  })

  it('is not found by an email address that only a linked provider reports', async () => {
    const providers = [{ id: 'google.com', subject: '1001' }]
    server.addAccount({ ...ayse, providers, providerEmail: 'can@evil.example' })
    expect(await identity.accountByEmail('can@evil.example', 'Acme-x1y2z')).toBeNull()
    server.addAccount({ ...ayse, uid: 'u-2', email: null, providerEmail: 'bora@corp.example' })
    expect(await identity.accountByEmail('bora@corp.example', 'Acme-x1y2z')).toBeNull()
  })

  it('is found by its uid, with its claims', async () => {
    await identity.createAccount(ayse)
    await identity.setClaims('u-1', 'Acme-x1y2z', { firstLogin: true, role: 'admin' })
    const found = await identity.accountByUid('u-1', 'Acme-x1y2z')
    expect(found?.claims).toEqual({ firstLogin: true, role: 'admin' })
    expect(await identity.accountByUid('u-2', 'Acme-x1y2z')).toBeNull()
  })

  it('gets a custom token that names its tenant', async () => {
    const token = await identity.customTokenFor('u-1', 'Acme-x1y2z')
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(payload).toMatchObject({ uid: 'u-1', tenant_id: 'Acme-x1y2z' })
  })
})

describe('a failure', () => {
  it.each([
    ['a tenant that is not there', () => identity.accountByUid('u-1', 'nobody'), 'not-found'],
    ['claims of a missing account', () => identity.setClaims('u-9', null, {}), 'account-missing'],
  ])('of %s has a code of ours', async (_name, call, code) => {
    expect(await codeOfFailure(call())).toBe(code)
  })

  it('of the service itself is unavailable', async () => {
    server.failure = 'unavailable'
    expect(await codeOfFailure(identity.accountByUid('u-1', null))).toBe('unavailable')
  })

  it('to answer ends at the time limit', async () => {
    server.failure = 'silence'
    const hasty = createAdminIdentityPlatform({ projectId, patienceMs: 50 })
    expect(await codeOfFailure(hasty.accountByUid('u-1', null))).toBe('deadline-exceeded')
  })

  it('keeps the cause and says nothing of the account', async () => {
    const error: unknown = await identity.setClaims('u-secret', null, {}).catch((e: unknown) => e)
    expect(error).toMatchObject({ message: 'identity platform: account-missing' })
    expect((error as IdentityError).cause).toBeInstanceOf(Error)
  })
})

describe('an ID token of the emulator', () => {
  it('is verified in its tenant', async () => {
    const token = server.idToken(server.addAccount(ayse))
    expect(await identity.verifyIdToken(token)).toMatchObject({
      uid: 'u-1',
      tenantId: 'Acme-x1y2z',
      signInProvider: 'custom',
    })
  })

  it('of a disabled account is refused as such', async () => {
    const token = server.idToken(server.addAccount({ ...ayse, disabled: true }))
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('user-disabled')
  })

  it('is refused once it is revoked', async () => {
    const now = Math.floor(Date.now() / 1000)
    const token = server.idToken(server.addAccount({ ...ayse, validSince: now + 1 }))
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('id-token-refused')
  })

  it('is refused when its account is gone', async () => {
    const token = server.idToken(server.addAccount(ayse))
    server.accounts.length = 0
    expect(await codeOfFailure(identity.verifyIdToken(token))).toBe('id-token-refused')
  })

  it('names a tenant in vain that its account is not in', async () => {
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

describe('in production, an ID token', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const production = () =>
    createAdminIdentityPlatform({
      projectId,
      credential: { getAccessToken: async () => ({ access_token: 'x', expires_in: 3600 }) },
      httpAgent: server.agent,
      patienceMs: 2_000,
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

  it('with the right signature is accepted (hostile-I01)', async () => {
    const token = server.signedIdToken(claims())
    expect(await production().verifyIdToken(token)).toMatchObject({ uid: 'u-1' })
  })

  it.each([
    ['unsigned (hostile-I02)', () => server.idToken(server.addAccount(ayse))],
    ['signed with HMAC (hostile-I03)', () => server.signedIdToken(claims(), { alg: 'HS256' })],
    ['with a wrong signature (hostile-I04)', () => server.signedIdToken(claims(), {}, stranger)],
    [
      'of an unknown key (hostile-I05)',
      () => server.signedIdToken(claims(), { kid: '../../etc/passwd' }),
    ],
    [
      'of an inherited key (hostile-I06)',
      () => server.signedIdToken(claims(), { kid: '__proto__' }),
    ],
    [
      'with a key inside (hostile-I07)',
      () => server.signedIdToken(claims(), { jwk: { kty: 'RSA' } }),
    ],
    ['with a key elsewhere', () => server.signedIdToken(claims(), { jku: 'https://evil.test' })],
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
      "of Google's own (hostile-I11)",
      () =>
        server.signedIdToken({
          ...claims(),
          iss: 'https://accounts.google.com',
          aud: '123.apps.googleusercontent.com',
        }),
    ],
    ['without a subject (hostile-I12)', () => server.signedIdToken({ ...claims(), sub: '' })],
    ['that is no token', () => 'a.b.c'],
    ['that is markup', () => '<script>alert(1)</script>'],
    ['that is too long', () => `${server.signedIdToken(claims())}${'x'.repeat(8192)}`],
  ])('%s is refused', async (_name, token) => {
    expect(await codeOfFailure(production().verifyIdToken(token()))).toBe('id-token-refused')
  })

  it('of an account that was disabled since is refused as such', async () => {
    for (const account of server.accounts) account.disabled = true
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('user-disabled')
  })

  it('that was revoked since is refused', async () => {
    for (const account of server.accounts) account.validSince = now() + 1
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-refused')
  })

  it('of an account that is gone is refused', async () => {
    server.accounts.length = 0
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-refused')
  })

  it('past its expiry is too old (hostile-I13)', async () => {
    const token = server.signedIdToken({ ...claims(), exp: now() - 31 })
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('id-token-too-old')
  })

  it('is not called bad while the signing keys cannot be fetched', async () => {
    server.failure = 'key-server-down'
    const token = server.signedIdToken(claims())
    expect(await codeOfFailure(production().verifyIdToken(token))).toBe('unavailable')
  })
})

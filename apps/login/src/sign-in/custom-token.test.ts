import { describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { readCustomToken } from './custom-token.ts'

const now = 1_800_000_000
const config = { ...demoConfig, projectId: 'demo-proj' }
const emulated = { ...demoConfig, emulatorUrl: 'http://localhost:4000' }

const minter = 'minter@demo-proj.iam.gserviceaccount.com'
const goodHeader = { alg: 'RS256', typ: 'JWT' }
const goodClaims = {
  iss: minter,
  sub: minter,
  aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
  iat: now - 20,
  exp: now + 600,
  uid: 'u-1',
  tenant_id: 'Acme-x1y2z',
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function write(
  { header = {}, claims = {} }: { header?: object; claims?: object },
  signature = 'c2lnbmF0dXJl',
): string {
  return `${encode({ ...goodHeader, ...header })}.${encode({ ...goodClaims, ...claims })}.${signature}`
}

const by = (issuer: string) => ({ claims: { iss: issuer, sub: issuer } })

describe('a custom token (C12)', () => {
  it('tells whom it signs in, and where (C01)', () => {
    expect(readCustomToken(write({}), config, now)).toEqual({ uid: 'u-1', tenantId: 'Acme-x1y2z' })
  })

  it('without a tenant is of the project itself', () => {
    const token = write({ claims: { tenant_id: undefined } })
    expect(readCustomToken(token, config, now).tenantId).toBeNull()
  })

  it.each([
    'firebase-adminsdk-x1@demo-proj.iam.gserviceaccount.com',
    'demo-proj@appspot.gserviceaccount.com',
    '1234-compute@developer.gserviceaccount.com',
  ])('may be made by %s', (issuer) => {
    expect(readCustomToken(write(by(issuer)), config, now).uid).toBe('u-1')
  })

  it.each([
    ['C02', 'an unsigned one', write({ header: { alg: 'none' } }, '')],
    ['C03', 'an unsigned one with a signature', write({ header: { alg: 'none' } })],
    ['C04', 'one with a shared key', write({ header: { alg: 'HS256' } })],
    ['C05', 'one that names its key source', write({ header: { jku: 'https://evil.test/jwks' } })],
    ['C06', 'one that carries its key', write({ header: { jwk: { kty: 'RSA' } } })],
    ['C07', 'one with rules of its own', write({ header: { crit: ['x'] } })],
    ['C08', 'one for another audience', write({ claims: { aud: 'demo-proj' } })],
    ['C09', 'one of another project', write(by('minter@evil-proj.iam.gserviceaccount.com'))],
    ['C10', 'one of a look-alike', write(by(`${minter}.evil.test`))],
    ['', 'one whose subject is another', write({ claims: { sub: 'x@y' } })],
    ['', 'one issued in the future', write({ claims: { iat: now + 400, exp: now + 900 } })],
    ['', 'one that lives for a day', write({ claims: { exp: now + 86_400 } })],
    ['', 'one without times', write({ claims: { iat: undefined, exp: undefined } })],
    ['', 'one without a user', write({ claims: { uid: '' } })],
    ['', 'one of a tenant with a strange id', write({ claims: { tenant_id: '../x' } })],
    ['C17', 'one with a user id over 128', write({ claims: { uid: 'x'.repeat(129) } })],
    ['C18', 'a provider’s access token', 'ya29.opaque-provider-token-value-000000'],
    ['C19', 'markup', '<script>alert(1)</script>'],
    ['C20', 'three letters', 'a.b.c'],
    ['C21', 'a long text', 'x'.repeat(9000)],
    ['C22', 'a prototype', `${encode({ alg: 'RS256' })}.${btoa('{"__proto__":{}}')}.eA`],
    ['', 'nothing', ''],
  ])('%s: %s is refused, and not repeated', (_id, _what, token) => {
    const read = () => readCustomToken(token, config, now)
    expect(read).toThrowError(
      expect.objectContaining({ code: 'custom-token-invalid', message: 'custom-token-invalid' }),
    )
  })

  it('that is an hour old has expired (TK-04)', () => {
    const token = write({ claims: { iat: now - 7200, exp: now - 3600 } })
    expect(() => readCustomToken(token, config, now)).toThrowError(
      expect.objectContaining({ code: 'custom-token-expired' }),
    )
  })

  it('may be a few minutes off by the visitor’s clock', () => {
    const token = write({ claims: { iat: now + 120, exp: now + 3720 } })
    expect(readCustomToken(token, config, now).uid).toBe('u-1')
  })

  it('may be unsigned beside the emulator alone', () => {
    const token = write({ header: { alg: 'none' }, ...by('emulator@example.com') }, '')
    expect(readCustomToken(token, emulated, now).uid).toBe('u-1')
    expect(() => readCustomToken(token, demoConfig, now)).toThrow('custom-token-invalid')
  })
})

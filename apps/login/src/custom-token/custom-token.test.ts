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

describe('a custom token', () => {
  it('a custom token names its user and tenant (hostile-C01)', () => {
    expect(readCustomToken(write({}), config, now)).toEqual({ uid: 'u-1', tenantId: 'Acme-x1y2z' })
  })

  it('a custom token without a tenant is for the project itself', () => {
    const token = write({ claims: { tenant_id: undefined } })
    expect(readCustomToken(token, config, now).tenantId).toBeNull()
  })

  it.each([
    'firebase-adminsdk-x1@demo-proj.iam.gserviceaccount.com',
    'demo-proj@appspot.gserviceaccount.com',
    '1234-compute@developer.gserviceaccount.com',
  ])('a custom token may be issued by %s', (issuer) => {
    expect(readCustomToken(write(by(issuer)), config, now).uid).toBe('u-1')
  })

  it.each([
    ['an unsigned one', ' (hostile-C02)', write({ header: { alg: 'none' } }, '')],
    ['an unsigned one with a signature', ' (hostile-C03)', write({ header: { alg: 'none' } })],
    ['one with a shared key', ' (hostile-C04)', write({ header: { alg: 'HS256' } })],
    [
      'one that names its key source',
      ' (hostile-C05)',
      write({ header: { jku: 'https://evil.test/jwks' } }),
    ],
    ['one that carries its key', ' (hostile-C06)', write({ header: { jwk: { kty: 'RSA' } } })],
    ['one with rules of its own', ' (hostile-C07)', write({ header: { crit: ['x'] } })],
    ['one for another audience', ' (hostile-C08)', write({ claims: { aud: 'demo-proj' } })],
    [
      'one of another project',
      ' (hostile-C09)',
      write(by('minter@evil-proj.iam.gserviceaccount.com')),
    ],
    ['one of a look-alike', ' (hostile-C10)', write(by(`${minter}.evil.test`))],
    ['one whose subject is another', '', write({ claims: { sub: 'x@y' } })],
    ['one issued in the future', '', write({ claims: { iat: now + 400, exp: now + 900 } })],
    ['one that lives for a day', '', write({ claims: { exp: now + 86_400 } })],
    ['one without times', '', write({ claims: { iat: undefined, exp: undefined } })],
    ['one without a user', '', write({ claims: { uid: '' } })],
    ['one of a tenant with a strange id', '', write({ claims: { tenant_id: '../x' } })],
    ['one with a user id over 128', ' (hostile-C17)', write({ claims: { uid: 'x'.repeat(129) } })],
    ['a provider’s access token', ' (hostile-C18)', 'ya29.opaque-provider-token-value-000000'],
    ['markup', ' (hostile-C19)', '<script>alert(1)</script>'],
    ['three letters', ' (hostile-C20)', 'a.b.c'],
    ['a long text', ' (hostile-C21)', 'x'.repeat(9000)],
    ['a prototype', ' (hostile-C22)', `${encode({ alg: 'RS256' })}.${btoa('{"__proto__":{}}')}.eA`],
    ['nothing', '', ''],
  ])(
    'a custom token with %s is refused, and the error does not contain it%s',
    (_what, _id, token) => {
      const read = () => readCustomToken(token, config, now)
      expect(read).toThrowError(
        expect.objectContaining({ code: 'custom-token-invalid', message: 'custom-token-invalid' }),
      )
    },
  )

  it('a custom token expires after an hour', () => {
    const token = write({ claims: { iat: now - 7200, exp: now - 3600 } })
    expect(() => readCustomToken(token, config, now)).toThrowError(
      expect.objectContaining({ code: 'custom-token-expired' }),
    )
  })

  it('a custom token is valid if the user’s clock is off by a few minutes', () => {
    const token = write({ claims: { iat: now + 120, exp: now + 3720 } })
    expect(readCustomToken(token, config, now).uid).toBe('u-1')
  })

  it('a custom token may be unsigned only with an emulator', () => {
    const token = write({ header: { alg: 'none' }, ...by('emulator@example.com') }, '')
    expect(readCustomToken(token, emulated, now).uid).toBe('u-1')
    expect(() => readCustomToken(token, demoConfig, now)).toThrow('custom-token-invalid')
  })
})

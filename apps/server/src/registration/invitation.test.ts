import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { signInvitation, verifyInvitation } from './invitation.ts'

const keys = { own: Buffer.alloc(32, 1), partners: new Map([['partner-a', Buffer.alloc(32, 2)]]) }
const invitation = { company: 'Acme', email: 'ayse@acme.example' }

describe('invitations', () => {
  const sign = (changes: { tenantId?: string; language?: 'tr' | 'en' } = {}) =>
    signInvitation(
      {
        ...invitation,
        id: 'i-1',
        tenantId: null,
        language: null,
        expiresAt: new Date(4_000_000_000_000),
        ...changes,
      },
      keys.own,
    )

  it('an invitation is a JWT that names its issuer, and only what it is for', async () => {
    const token = await sign()
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: 'foyer', typ: 'JWT' })
    expect(decodeJwt(token)).toEqual({ ...invitation, jti: 'i-1', exp: 4_000_000_000 })
  })

  it('an invitation names the tenant and the language if it has any', async () => {
    const token = await sign({ tenantId: 'Acme-x1y2z', language: 'en' })
    expect(decodeJwt(token)).toMatchObject({ tid: 'Acme-x1y2z', lang: 'en' })
    expect(await verifyInvitation(token, keys)).toEqual({
      ...invitation,
      id: 'foyer:i-1',
      tenantId: 'Acme-x1y2z',
    })
  })
})

describe('invitations of partner systems', () => {
  const verify = async (payload: Record<string, unknown>) => {
    const token = await new SignJWT({ ...invitation, jti: 'order-1', ...payload })
      .setProtectedHeader({ alg: 'HS256', kid: 'partner-a' })
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32, 2))
    return verifyInvitation(token, keys)
  }

  it('the id of an invitation names the partner, so that no partner can use up those of another', async () => {
    expect(await verify({})).toEqual({ ...invitation, id: 'partner-a:order-1', tenantId: null })
    const longest = '!'.repeat(128)
    expect(await verify({ jti: longest })).toMatchObject({ id: `partner-a:${longest}` })
  })

  it.each<[string, Record<string, unknown>]>([
    ['with an empty id', { jti: '' }],
    ['with an id that is too long', { jti: '!'.repeat(129) }],
    ['with an id that starts with a space', { jti: ' order-1' }],
    ['with an id that ends with a line break', { jti: 'order-1\n' }],
    ['without a company', { company: undefined }],
    ['with an empty email address', { email: '' }],
    ['with a company that is too long', { company: 'x'.repeat(201) }],
    ['with an invalid tenant', { tid: '../Acme' }],
  ])('an invitation %s is refused', async (_what, payload) => {
    await expect(verify(payload)).rejects.toMatchObject({ code: 'registration-refused' })
  })
})

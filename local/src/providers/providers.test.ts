import { describe, expect, it } from 'vitest'
import { GOOGLE_CLIENT_ID, MICROSOFT_CLIENT_ID, createProviders } from './providers.ts'

function setUp() {
  let time = Date.parse('2026-01-01T10:00:00Z')
  const providers = createProviders(() => time)
  return { providers, passes: (seconds: number) => (time += seconds * 1000) }
}

const person = { subject: 's-1', email: 'can@example.com' }

const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a Google access token', () => {
  it('a Google access token is opaque, and the token info endpoint returns its user', () => {
    const { providers, passes } = setUp()
    const token = providers.accessToken('google.com', person)
    passes(600)
    expect(token).toMatch(/^ya29\.[\w-]{64}$/)
    expect(providers.tokeninfo(token)).toMatchObject({
      aud: GOOGLE_CLIENT_ID,
      sub: 's-1',
      email: 'can@example.com',
      email_verified: 'true',
      expires_in: '3000',
    })
  })
})

describe('a Microsoft access token', () => {
  it('a Microsoft access token names the application, the directory and the user, and `me` returns the email address', () => {
    const { providers } = setUp()
    const token = providers.accessToken('microsoft.com', person)
    const payload = payloadOf(token)
    expect(payload).toMatchObject({
      appid: MICROSOFT_CLIENT_ID,
      tid: '10000000-0000-4000-8000-000000000001',
      exp: Date.parse('2026-01-01T11:00:00Z') / 1000,
    })
    expect(payload).not.toHaveProperty('xms_edov')
    expect(providers.me(token)).toEqual({
      id: (payload as { oid: string }).oid,
      mail: 'can@example.com',
      userPrincipalName: 'can@example.com',
    })
  })

  it('a Microsoft access token says that Microsoft has verified the domain owner, if it has', () => {
    const { providers } = setUp()
    const token = providers.accessToken('microsoft.com', {
      ...person,
      email: 'a@contoso.example.com',
    })
    expect(payloadOf(token)).toMatchObject({ xms_edov: true, email: 'a@contoso.example.com' })
  })

  it('a Microsoft access token for any other email address is of a directory that verifies nothing', () => {
    const { providers } = setUp()
    const token = providers.accessToken('microsoft.com', {
      ...person,
      email: 'a@partner.example.com',
    })
    expect(payloadOf(token)).toMatchObject({ tid: '10000000-0000-4000-8000-000000000009' })
  })
})

describe('invalid tokens', () => {
  it('a token that was not issued is unknown', () => {
    const { providers } = setUp()
    expect([providers.tokeninfo('ya29.x'), providers.me('a.b.c')]).toEqual([null, null])
  })

  it('a token of the other provider is unknown', () => {
    const { providers } = setUp()
    expect(providers.me(providers.accessToken('google.com', person))).toBeNull()
    expect(providers.tokeninfo(providers.accessToken('microsoft.com', person))).toBeNull()
  })

  it('a token is unknown after an hour', () => {
    const { providers, passes } = setUp()
    const token = providers.accessToken('google.com', person)
    passes(3600)
    expect(providers.tokeninfo(token)).toBeNull()
  })
})

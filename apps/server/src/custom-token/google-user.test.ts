import { describe, expect, it } from 'vitest'
import {
  call,
  googleToken,
  outcomeOf,
  payloadOf,
  createCustomTokenFixture,
  tenantId,
} from '../testing/custom-token-fixture.ts'

const fixture = createCustomTokenFixture()

describe('Google tokens', () => {
  it('a Google token with a verified email address gets a custom token for the account with that email address (F2)', async () => {
    const answer = await call(fixture, { token: googleToken(fixture) })
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    expect(payloadOf(token)).toMatchObject({ uid: 'u-1', tenant_id: tenantId })
  })

  it.each([
    ['for another application', { aud: 'evil.apps.googleusercontent.com' }],
    ['that has expired', { expires_in: '0' }],
    ['without a user id', { sub: undefined }],
    ['whose expiry is no number', { expires_in: 'soon' }],
  ])('a Google token %s is refused', async (_name, changes) => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture, changes) })).toBe(
      '401 provider-token-refused',
    )
  })

  it('a Google token that Google does not accept is refused', async () => {
    expect(await outcomeOf(fixture, { token: 'ya29.unknown' })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an email address that Google has not verified', { email_verified: 'false' }],
    ['an email address without email_verified', { email_verified: undefined }],
    ['no email address', { email: undefined }],
    ['two email addresses in one text', { email: 'can@acme.example, x@evil.test' }],
  ])('a Google token with %s verifies no email address', async (_name, changes) => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture, changes) })).toBe(
      '403 address-unproven',
    )
  })

  it('a Google token verifies no email address with a letter that case folding turns into another letter', async () => {
    fixture.platform.addAccount({
      uid: 'u-k',
      tenantId,
      email: 'kemal@acme.example',
      emailVerified: true,
    })
    const kelvin = '\u212A'
    expect(
      await outcomeOf(fixture, {
        token: googleToken(fixture, { email: `${kelvin}emal@acme.example` }),
      }),
    ).toBe('403 address-unproven')
  })

  it('a linked Google user needs no email address again, and the link counts for no other user', async () => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('u-1')
    fixture.account.providers = [{ id: 'google.com', subject: '1001' }]
    const token = (sub: string) => googleToken(fixture, { sub, email: undefined })
    expect(await outcomeOf(fixture, { token: token('1001') })).toBe('u-1')
    expect(await outcomeOf(fixture, { token: token('1002') })).toBe('403 address-unproven')
  })

  it('a linked Google user is not the Microsoft user with the same id', async () => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('u-1')
    fixture.account.providers = [{ id: 'microsoft.com', subject: '1001' }]
    const token = googleToken(fixture, { email: undefined })
    expect(await outcomeOf(fixture, { token })).toBe('403 address-unproven')
  })

  it('a Google user who is linked in one tenant is not linked in another', async () => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('u-1')
    const providers = [{ id: 'google.com', subject: '1001' }]
    fixture.account.providers = providers
    fixture.platform.addAccount({ uid: 'u-1', tenantId: null, providers })
    const token = googleToken(fixture, { email: undefined })
    expect(await outcomeOf(fixture, { token, tid: '_123456789012' })).toBe('403 address-unproven')
  })
})

import { describe, expect, it } from 'vitest'
import {
  call,
  googleToken,
  outcomeOf,
  payloadOf,
  createCustomTokenWorld,
  tenantId,
} from '../testing/custom-token-world.ts'

const world = createCustomTokenWorld()

describe('a Google token', () => {
  it('of a verified address gets a custom token for the account with it (F2)', async () => {
    const answer = await call(world, { token: googleToken(world) })
    expect(answer.status).toBe(200)
    const { token } = (await answer.json()) as { token: string }
    expect(payloadOf(token)).toMatchObject({ uid: 'u-1', tenant_id: tenantId })
  })

  it.each([
    ['made out to another application', { aud: 'evil.apps.googleusercontent.com' }],
    ['past its time', { expires_in: '0' }],
    ['without a person', { sub: undefined }],
    ['with an expiry that is no number', { expires_in: 'soon' }],
  ])('%s is refused', async (_name, changes) => {
    expect(await outcomeOf(world, { token: googleToken(world, changes) })).toBe(
      '401 provider-token-refused',
    )
  })

  it('that Google does not know is refused', async () => {
    expect(await outcomeOf(world, { token: 'ya29.unknown' })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an address that Google has not verified', { email_verified: 'false' }],
    ['no word on whether it is verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['two addresses in one', { email: 'can@acme.example, x@evil.test' }],
  ])('with %s proves nothing', async (_name, changes) => {
    expect(await outcomeOf(world, { token: googleToken(world, changes) })).toBe(
      '403 address-unproven',
    )
  })

  it('with a letter that becomes another when case is folded proves nothing', async () => {
    world.platform.addAccount({
      uid: 'u-k',
      tenantId,
      email: 'kemal@acme.example',
      emailVerified: true,
    })
    const kelvin = '\u212A'
    expect(
      await outcomeOf(world, {
        token: googleToken(world, { email: `${kelvin}emal@acme.example` }),
      }),
    ).toBe('403 address-unproven')
  })

  it('of a proven person needs no address again, and proves nothing for another person', async () => {
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('u-1')
    world.account.providers = [{ id: 'google.com', subject: '1001' }]
    const token = (sub: string) => googleToken(world, { sub, email: undefined })
    expect(await outcomeOf(world, { token: token('1001') })).toBe('u-1')
    expect(await outcomeOf(world, { token: token('1002') })).toBe('403 address-unproven')
  })

  it('of a person who was proven in one tenant proves nothing in another', async () => {
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('u-1')
    const providers = [{ id: 'google.com', subject: '1001' }]
    world.account.providers = providers
    world.platform.addAccount({ uid: 'u-1', tenantId: null, providers })
    const token = googleToken(world, { email: undefined })
    expect(await outcomeOf(world, { token, tid: '_123456789012' })).toBe('403 address-unproven')
  })
})

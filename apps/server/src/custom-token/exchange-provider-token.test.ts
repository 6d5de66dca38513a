import { describe, expect, it } from 'vitest'
import {
  googleToken,
  outcomeOf,
  createCustomTokenFixture,
  tenantId,
} from '../testing/custom-token-fixture.ts'

const fixture = createCustomTokenFixture()

describe('the account of a provider token', () => {
  it('an account whose email address was never verified gets no custom token (pre-hijacking)', async () => {
    fixture.account.emailVerified = false
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('403 account-unproven')
  })

  it('a disabled account gets no custom token, but its own error', async () => {
    fixture.account.disabled = true
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('403 user-disabled')
    expect(fixture.linked.size).toBe(0)
  })

  it('an account with a second factor gets no custom token', async () => {
    fixture.account.hasSecondFactor = true
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('403 address-unproven')
  })

  it('a provider token without an account is refused as account-missing', async () => {
    expect(
      await outcomeOf(fixture, { token: googleToken(fixture, { email: 'nobody@acme.example' }) }),
    ).toBe('404 account-missing')
  })

  it('an account in another tenant is not found', async () => {
    expect(await outcomeOf(fixture, { token: googleToken(fixture), tid: '_123456789012' })).toBe(
      '404 account-missing',
    )
  })

  it('if the linked account was deleted, the account is found by its email address again', async () => {
    await outcomeOf(fixture, { token: googleToken(fixture) })
    fixture.platform.accounts.length = 0
    fixture.platform.addAccount({
      uid: 'u-2',
      tenantId,
      email: 'can@acme.example',
      emailVerified: true,
    })
    expect(await outcomeOf(fixture, { token: googleToken(fixture) })).toBe('u-2')
    expect([...fixture.linked.values()]).toEqual(['u-2'])
  })
})

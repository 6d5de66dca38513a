import { describe, expect, it } from 'vitest'
import {
  googleToken,
  outcomeOf,
  createCustomTokenWorld,
  tenantId,
} from '../testing/custom-token-world.ts'

const world = createCustomTokenWorld()

describe('the account', () => {
  it('whose own address was never verified may not be entered (pre-hijacking)', async () => {
    world.account.emailVerified = false
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('403 account-unproven')
  })

  it('that is disabled is refused as such', async () => {
    world.account.disabled = true
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('403 user-disabled')
    expect(world.linked.size).toBe(0)
  })

  it('that has a second factor is entered by its own way alone', async () => {
    world.account.hasSecondFactor = true
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('403 address-unproven')
  })

  it('may be missing', async () => {
    expect(
      await outcomeOf(world, { token: googleToken(world, { email: 'nobody@acme.example' }) }),
    ).toBe('404 account-missing')
  })

  it('of another tenant is not found', async () => {
    expect(await outcomeOf(world, { token: googleToken(world), tid: '_123456789012' })).toBe(
      '404 account-missing',
    )
  })

  it('that was proven and is gone is found by its address again', async () => {
    await outcomeOf(world, { token: googleToken(world) })
    world.platform.accounts.length = 0
    world.platform.addAccount({
      uid: 'u-2',
      tenantId,
      email: 'can@acme.example',
      emailVerified: true,
    })
    expect(await outcomeOf(world, { token: googleToken(world) })).toBe('u-2')
    expect([...world.linked.values()]).toEqual(['u-2'])
  })
})

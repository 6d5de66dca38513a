import { describe, expect, it } from 'vitest'
import { demoAccounts, demoTenants } from './demo-accounts.ts'

const addresses = demoAccounts.flatMap(({ signIn }) => ('email' in signIn ? [signIn.email] : []))

describe('demo accounts', () => {
  it('have ids and addresses of their own', () => {
    expect(new Set(demoAccounts.map(({ uid }) => uid)).size).toBe(demoAccounts.length)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(addresses)('%s is an address that nobody owns', (address) => {
    expect(address).toMatch(/@([a-z]+\.)?example\.com$/)
  })

  it.each(demoTenants)('include a Google user of $name', ({ id }) => {
    const accounts = demoAccounts.filter(({ tenantId }) => tenantId === id)
    expect(accounts).toContainEqual(
      expect.objectContaining({ signIn: expect.objectContaining({ provider: 'google.com' }) }),
    )
  })

  it('have their telephone at project level, where the identity service offers it', () => {
    const byPhone = demoAccounts.filter(({ signIn }) => 'phoneNumber' in signIn)
    expect(byPhone.map(({ tenantId }) => tenantId)).toEqual([undefined])
  })
})

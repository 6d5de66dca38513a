import { describe, expect, it } from 'vitest'
import { directoryOf } from '../providers/directories.ts'
import { demoAccounts, demoTenants, newUsers } from './demo-accounts.ts'

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

  it('have their phone number at project level, where the identity service offers it', () => {
    const byPhone = demoAccounts.filter(({ signIn }) => 'phoneNumber' in signIn)
    expect(byPhone.map(({ tenantId }) => tenantId)).toEqual([undefined])
  })
})

describe('those who come with Microsoft too', () => {
  it('have an account of the same address, by Google alone', () => {
    expect(newUsers).toHaveLength(3)
    for (const { email } of newUsers) {
      const account = demoAccounts.find(({ signIn }) => 'email' in signIn && signIn.email === email)
      expect(account?.signIn).toMatchObject({ provider: 'google.com' })
    }
  })

  it('show a directory whose word counts, and one whose does not', () => {
    const proofs = newUsers.map(({ email }) => directoryOf(email).proof)
    expect(proofs).toEqual(['listed', 'none', 'listed'])
  })
})

import { describe, expect, it } from 'vitest'
import { directoryOf } from '../providers/directories.ts'
import { demoAccounts, demoTenants, newUsers } from './demo-accounts.ts'

const addresses = demoAccounts.flatMap(({ signIn }) => ('email' in signIn ? [signIn.email] : []))

describe('demo accounts', () => {
  it('demo accounts have unique ids and email addresses', () => {
    expect(new Set(demoAccounts.map(({ uid }) => uid)).size).toBe(demoAccounts.length)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(addresses)('%s is in a domain that is reserved for examples', (address) => {
    expect(address).toMatch(/@([a-z]+\.)?example\.com$/)
  })

  it.each([
    ['acme-1a2b3', 'google.com'],
    ['acme-1a2b3', 'saml.acme'],
    ['globex-4c5d6', 'google.com'],
    ['initech-7g8h9', 'oidc.initech'],
  ])('the demo accounts include a user of %s with %s', (id, provider) => {
    const accounts = demoAccounts.filter(({ tenantId }) => tenantId === id)
    expect(accounts).toContainEqual(
      expect.objectContaining({ signIn: expect.objectContaining({ provider }) }),
    )
  })

  it('the companies have demo users for each method that only they offer', () => {
    expect(demoTenants.map(({ name }) => name)).toEqual(['Acme', 'Globex', 'Initech'])
  })

  it('the demo account with a phone number is at project level, because phone sign-in is available only there', () => {
    const byPhone = demoAccounts.filter(({ signIn }) => 'phoneNumber' in signIn)
    expect(byPhone.map(({ tenantId }) => tenantId)).toEqual([undefined])
  })
})

describe('demo users who also sign in with Microsoft', () => {
  it('a demo user who also signs in with Microsoft has an account with the same email address and only Google', () => {
    expect(newUsers).toHaveLength(3)
    for (const { email } of newUsers) {
      const account = demoAccounts.find(({ signIn }) => 'email' in signIn && signIn.email === email)
      expect(account?.signIn).toMatchObject({ provider: 'google.com' })
    }
  })

  it('the demo users of Microsoft are in a trusted directory and in an untrusted one', () => {
    const proofs = newUsers.map(({ email }) => directoryOf(email).proof)
    expect(proofs).toEqual(['listed', 'none', 'listed'])
  })
})

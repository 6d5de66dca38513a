import { describe, expect, it } from 'vitest'
import {
  microsoftToken,
  outcomeOf,
  createCustomTokenWorld,
  objectId,
  otherDirectory,
  personalAccounts,
} from '../testing/custom-token-world.ts'

const world = createCustomTokenWorld()

const google = { id: 'google.com', subject: '1001' }
const microsoft = { id: 'microsoft.com', subject: objectId }
const otherPerson = '77777777-7777-4777-8777-777777777777'

describe('a Microsoft token', () => {
  it('of a trusted directory gets a custom token for the account with its address', async () => {
    expect(await outcomeOf(world, { token: microsoftToken(world) })).toBe('u-1')
  })

  it('of any directory gets one when Microsoft proves the owner of its domain', async () => {
    const token = microsoftToken(world, {
      tid: otherDirectory,
      xms_edov: true,
      email: 'can@acme.example',
    })
    expect(await outcomeOf(world, { token })).toBe('u-1')
  })

  it.each([
    ['made out to another application', { appid: '55555555-5555-4555-8555-555555555555' }],
    ['made out to nobody', { appid: undefined }],
    ['made out to two applications', { azp: '55555555-5555-4555-8555-555555555555' }],
    ['without a directory', { tid: undefined }],
    ['without a person', { oid: undefined }],
    ['past its time', { exp: 1 }],
  ])('%s is refused, and Microsoft never sees it', async (_name, claims) => {
    expect(await outcomeOf(world, { token: microsoftToken(world, claims) })).toBe(
      '401 provider-token-refused',
    )
    expect(world.provider.requests).toEqual([])
  })

  it('whose payload was written by the bearer is refused, because Microsoft refuses it', async () => {
    const token = microsoftToken(world)
    world.provider.microsoft.clear()
    expect(await outcomeOf(world, { token })).toBe('401 provider-token-refused')
  })

  it('of one person in the payload and another at Microsoft is refused', async () => {
    const token = microsoftToken(world, {}, { id: '66666666-6666-4666-8666-666666666666' })
    expect(await outcomeOf(world, { token })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an untrusted directory', { tid: otherDirectory }, {}],
    [
      'an untrusted directory that writes our address into its mail field',
      { tid: otherDirectory },
      { userPrincipalName: 'x@evil.test' },
    ],
    [
      'a domain that Microsoft says is not proven',
      { tid: otherDirectory, xms_edov: false, email: 'can@acme.example' },
      {},
    ],
    ['a proven domain without an address', { tid: otherDirectory, xms_edov: true }, {}],
    [
      'a personal account',
      { tid: personalAccounts, xms_edov: true, email: 'can@acme.example' },
      {},
    ],
    [
      'a guest of a trusted directory',
      {},
      { userPrincipalName: 'can_acme.example#EXT#@trusted.example' },
    ],
    ['no sign-in name', {}, { userPrincipalName: null }],
  ])('of %s proves no address', async (_name, claims, me) => {
    expect(await outcomeOf(world, { token: microsoftToken(world, claims, me) })).toBe(
      '403 address-unproven',
    )
  })

  it('of a trusted directory proves no mailbox of a foreign domain', async () => {
    const token = microsoftToken(world, {}, { userPrincipalName: 'can@trusted.example' })
    expect(await outcomeOf(world, { token })).toBe('404 account-missing')
  })

  it('of a trusted directory proves a mailbox of the same domain', async () => {
    const token = microsoftToken(world, {}, { userPrincipalName: 'c.demir@acme.example' })
    expect(await outcomeOf(world, { token })).toBe('u-1')
  })

  it('that is opaque, of a personal account, proves no address', async () => {
    world.provider.microsoft.set('EwBgA8l6', { id: 'a1', mail: 'can@acme.example' })
    expect(await outcomeOf(world, { token: 'EwBgA8l6' })).toBe('403 address-unproven')
    expect(await outcomeOf(world, { token: 'EwBunknown' })).toBe('401 provider-token-refused')
  })

  it('of a person who was proven before needs no address', async () => {
    await outcomeOf(world, { token: microsoftToken(world) })
    world.account.providers = [google, microsoft]
    const token = microsoftToken(world, {}, { mail: null, userPrincipalName: null })
    expect(await outcomeOf(world, { token })).toBe('u-1')
  })

  it('of a person whose provider was removed from the account has to prove the email address again', async () => {
    await outcomeOf(world, { token: microsoftToken(world) })
    world.account.providers = [google]
    const token = microsoftToken(world, {}, { mail: null, userPrincipalName: null })
    expect(await outcomeOf(world, { token })).toBe('403 address-unproven')
  })

  describe('of a person whose stored proof no longer fits', () => {
    const proveOnce = async () => {
      await outcomeOf(world, { token: microsoftToken(world) })
      expect(world.linked.size).toBe(1)
    }

    it('gets nothing when the account has the Microsoft identity of another person by now, and the proof is deleted', async () => {
      await proveOnce()
      world.account.email = 'finance@acme.example'
      world.account.providers = [google, { id: 'microsoft.com', subject: otherPerson }]
      expect(await outcomeOf(world, { token: microsoftToken(world) })).toBe('404 account-missing')
      expect(world.linked.size).toBe(0)
      // Nor when the identity comes back without a new proof.
      world.account.providers = [google, microsoft]
      const token = microsoftToken(world, {}, { mail: null, userPrincipalName: null })
      expect(await outcomeOf(world, { token })).toBe('403 address-unproven')
    })

    it('gets nothing by it when the address of the account is unproven by now', async () => {
      await proveOnce()
      world.account.providers = [google, microsoft]
      world.account.emailVerified = false
      expect(await outcomeOf(world, { token: microsoftToken(world) })).toBe('403 account-unproven')
    })
  })

  it('of a directory with a proven person of the same id proves nothing by it', async () => {
    await outcomeOf(world, { token: microsoftToken(world) })
    world.account.providers = [microsoft]
    expect(await outcomeOf(world, { token: microsoftToken(world, { tid: otherDirectory }) })).toBe(
      '403 address-unproven',
    )
  })

  it('of another person of the same directory proves nothing by a link of the first', async () => {
    await outcomeOf(world, { token: microsoftToken(world) })
    world.account.providers = [microsoft]
    const nothingElse = { mail: null, userPrincipalName: null }
    const token = microsoftToken(world, { oid: otherPerson }, { id: otherPerson, ...nothingElse })
    expect(await outcomeOf(world, { token })).toBe('403 address-unproven')
  })
})

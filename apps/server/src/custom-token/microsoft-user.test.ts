import { describe, expect, it } from 'vitest'
import {
  microsoftToken,
  outcomeOf,
  createCustomTokenFixture,
  objectId,
  otherDirectory,
  personalAccounts,
} from '../testing/custom-token-fixture.ts'

const fixture = createCustomTokenFixture()

const google = { id: 'google.com', subject: '1001' }
const microsoft = { id: 'microsoft.com', subject: objectId }
const otherPerson = '77777777-7777-4777-8777-777777777777'

describe('Microsoft tokens', () => {
  it('a Microsoft token of a trusted directory gets a custom token for the account with its email address', async () => {
    expect(await outcomeOf(fixture, { token: microsoftToken(fixture) })).toBe('u-1')
  })

  it('a Microsoft token of any directory gets a custom token if Microsoft has verified the domain owner', async () => {
    const token = microsoftToken(fixture, {
      tid: otherDirectory,
      xms_edov: true,
      email: 'can@acme.example',
    })
    expect(await outcomeOf(fixture, { token })).toBe('u-1')
  })

  it.each([true, 1, '1', 'true'])(
    'Microsoft says %j if it has verified the domain owner',
    async (edov) => {
      const email = 'can@acme.example'
      const claims = { tid: otherDirectory, xms_edov: edov, email }
      expect(await outcomeOf(fixture, { token: microsoftToken(fixture, claims) })).toBe('u-1')
    },
  )

  it.each([
    ['with a longer directory id', { tid: `${otherDirectory}0` }],
    ['with text before the directory id', { tid: `0${otherDirectory}` }],
    ['for another application', { appid: '55555555-5555-4555-8555-555555555555' }],
    ['for no application', { appid: undefined }],
    ['for two applications', { azp: '55555555-5555-4555-8555-555555555555' }],
    ['without a directory', { tid: undefined }],
    ['without a user id', { oid: undefined }],
    ['that has expired', { exp: 1 }],
  ])('a Microsoft token %s is refused before it is sent to Microsoft', async (_name, claims) => {
    expect(await outcomeOf(fixture, { token: microsoftToken(fixture, claims) })).toBe(
      '401 provider-token-refused',
    )
    expect(fixture.provider.requests).toEqual([])
  })

  it('a Microsoft token with a forged payload is refused, because Microsoft refuses it', async () => {
    const token = microsoftToken(fixture)
    fixture.provider.microsoft.clear()
    expect(await outcomeOf(fixture, { token })).toBe('401 provider-token-refused')
  })

  it('a Microsoft token whose payload names another user than Microsoft does is refused', async () => {
    const token = microsoftToken(fixture, {}, { id: '66666666-6666-4666-8666-666666666666' })
    expect(await outcomeOf(fixture, { token })).toBe('401 provider-token-refused')
  })

  it.each([
    ['an untrusted directory', { tid: otherDirectory }, {}],
    [
      'an untrusted directory with the email address in its `mail` field',
      { tid: otherDirectory },
      { userPrincipalName: 'x@evil.test' },
    ],
    [
      'a domain whose owner Microsoft has not verified',
      { tid: otherDirectory, xms_edov: false, email: 'can@acme.example' },
      {},
    ],
    ['a verified domain without an email address', { tid: otherDirectory, xms_edov: true }, {}],
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
    ['a user without a sign-in name', {}, { userPrincipalName: null }],
  ])('a Microsoft token of %s verifies no email address', async (_name, claims, me) => {
    expect(await outcomeOf(fixture, { token: microsoftToken(fixture, claims, me) })).toBe(
      '403 address-unproven',
    )
  })

  it('a Microsoft token of a trusted directory verifies no email address of another domain', async () => {
    const token = microsoftToken(fixture, {}, { userPrincipalName: 'can@trusted.example' })
    expect(await outcomeOf(fixture, { token })).toBe('404 account-missing')
  })

  it('a Microsoft token of a trusted directory verifies an email address of the same domain', async () => {
    const token = microsoftToken(fixture, {}, { userPrincipalName: 'c.demir@acme.example' })
    expect(await outcomeOf(fixture, { token })).toBe('u-1')
  })

  it('an opaque Microsoft token of a personal account verifies no email address', async () => {
    fixture.provider.microsoft.set('EwBgA8l6', { id: 'a1', mail: 'can@acme.example' })
    expect(await outcomeOf(fixture, { token: 'EwBgA8l6' })).toBe('403 address-unproven')
    expect(await outcomeOf(fixture, { token: 'EwBunknown' })).toBe('401 provider-token-refused')
  })

  it('a linked Microsoft user needs no email address again', async () => {
    await outcomeOf(fixture, { token: microsoftToken(fixture) })
    fixture.account.providers = [google, microsoft]
    const token = microsoftToken(fixture, {}, { mail: null, userPrincipalName: null })
    expect(await outcomeOf(fixture, { token })).toBe('u-1')
  })

  it('a linked Microsoft user whose provider was removed from the account must verify the email address again', async () => {
    await outcomeOf(fixture, { token: microsoftToken(fixture) })
    fixture.account.providers = [google]
    const token = microsoftToken(fixture, {}, { mail: null, userPrincipalName: null })
    expect(await outcomeOf(fixture, { token })).toBe('403 address-unproven')
  })

  describe('stored links that no longer match', () => {
    const proveOnce = async () => {
      await outcomeOf(fixture, { token: microsoftToken(fixture) })
      expect(fixture.linked.size).toBe(1)
    }

    it('a Microsoft link is deleted and not used if the account has the Microsoft identity of another user by now', async () => {
      await proveOnce()
      fixture.account.email = 'finance@acme.example'
      fixture.account.providers = [google, { id: 'microsoft.com', subject: otherPerson }]
      expect(await outcomeOf(fixture, { token: microsoftToken(fixture) })).toBe(
        '404 account-missing',
      )
      expect(fixture.linked.size).toBe(0)
      // It stays refused when the identity returns without a new verification.
      fixture.account.providers = [google, microsoft]
      const token = microsoftToken(fixture, {}, { mail: null, userPrincipalName: null })
      expect(await outcomeOf(fixture, { token })).toBe('403 address-unproven')
    })

    it('a Microsoft link is not used if the email address of the account is no longer verified', async () => {
      await proveOnce()
      fixture.account.providers = [google, microsoft]
      fixture.account.emailVerified = false
      expect(await outcomeOf(fixture, { token: microsoftToken(fixture) })).toBe(
        '403 account-unproven',
      )
    })
  })

  it('a Microsoft link does not count for a user with the same id in another directory', async () => {
    await outcomeOf(fixture, { token: microsoftToken(fixture) })
    fixture.account.providers = [microsoft]
    expect(
      await outcomeOf(fixture, { token: microsoftToken(fixture, { tid: otherDirectory }) }),
    ).toBe('403 address-unproven')
  })

  it('a Microsoft link does not count for another user of the same directory', async () => {
    await outcomeOf(fixture, { token: microsoftToken(fixture) })
    fixture.account.providers = [microsoft]
    const nothingElse = { mail: null, userPrincipalName: null }
    const token = microsoftToken(fixture, { oid: otherPerson }, { id: otherPerson, ...nothingElse })
    expect(await outcomeOf(fixture, { token })).toBe('403 address-unproven')
  })
})

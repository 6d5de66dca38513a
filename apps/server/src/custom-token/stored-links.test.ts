import { expect, it } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import type { ProviderUser } from './provider-user.ts'
import { createStoredLinks } from './stored-links.ts'

const user: ProviderUser = {
  providerId: 'microsoft.com',
  directory: '22222222-2222-4222-8222-222222222222',
  subject: '44444444-4444-4444-8444-444444444444',
  emails: ['can@acme.example'],
}

describeWithEachStore('stored links', (database) => {
  const links = () => createStoredLinks(database())

  it('a stored link leads to the account of the latest verification', async () => {
    expect(await links().find(user, 'Acme-x1y2z')).toBeNull()
    await links().remember(user, 'Acme-x1y2z', 'u-1')
    expect(await links().find(user, 'Acme-x1y2z')).toBe('u-1')
    await links().remember(user, 'Acme-x1y2z', 'u-2')
    expect(await links().find(user, 'Acme-x1y2z')).toBe('u-2')
  })

  it.each([
    ['another tenant', user, 'Beta-k9j8h'],
    ['the project level', user, null],
    ['another directory', { ...user, directory: '' }, 'Acme-x1y2z'],
    ['another provider', { ...user, providerId: 'google.com' as const }, 'Acme-x1y2z'],
    ['another user', { ...user, subject: 'x' }, 'Acme-x1y2z'],
  ])('a stored link does not count for %s', async (_name, stranger, tenantId) => {
    await links().remember(user, 'Acme-x1y2z', 'u-1')
    expect(await links().find(stranger, tenantId)).toBeNull()
  })

  it('a stored link can be deleted without deleting others', async () => {
    await links().remember(user, 'Acme-x1y2z', 'u-1')
    await links().remember(user, null, 'u-2')
    await links().forget(user, 'Acme-x1y2z')
    expect(await links().find(user, 'Acme-x1y2z')).toBeNull()
    expect(await links().find(user, null)).toBe('u-2')
    await links().forget(user, null)
  })

  it('a stored link contains no email address', async () => {
    await links().remember(user, 'Acme-x1y2z', 'u-1')
    const rows = await database().selectFrom('proven_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('@')
  })
})

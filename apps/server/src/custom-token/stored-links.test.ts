import { expect, it } from 'vitest'
import { describeEachStore } from '../testing/each-store.ts'
import type { ProvenPerson } from './proven-person.ts'
import { createStoredLinks } from './stored-links.ts'

const person: ProvenPerson = {
  providerId: 'microsoft.com',
  directory: '22222222-2222-4222-8222-222222222222',
  subject: '44444444-4444-4444-8444-444444444444',
  addresses: ['can@acme.example'],
}

describeEachStore('the proven links', (database) => {
  const links = () => createStoredLinks(database())

  it('find the account of the latest proof', async () => {
    expect(await links().find(person, 'Acme-x1y2z')).toBeNull()
    await links().remember(person, 'Acme-x1y2z', 'u-1')
    expect(await links().find(person, 'Acme-x1y2z')).toBe('u-1')
    await links().remember(person, 'Acme-x1y2z', 'u-2')
    expect(await links().find(person, 'Acme-x1y2z')).toBe('u-2')
  })

  it.each([
    ['another tenant', person, 'Beta-k9j8h'],
    ['the project itself', person, null],
    ['another directory', { ...person, directory: '' }, 'Acme-x1y2z'],
    ['another provider', { ...person, providerId: 'google.com' as const }, 'Acme-x1y2z'],
    ['another person', { ...person, subject: 'x' }, 'Acme-x1y2z'],
  ])('say nothing of %s', async (_name, stranger, tenantId) => {
    await links().remember(person, 'Acme-x1y2z', 'u-1')
    expect(await links().find(stranger, tenantId)).toBeNull()
  })

  it('forget a proof that no longer fits, and no other', async () => {
    await links().remember(person, 'Acme-x1y2z', 'u-1')
    await links().remember(person, null, 'u-2')
    await links().forget(person, 'Acme-x1y2z')
    expect(await links().find(person, 'Acme-x1y2z')).toBeNull()
    expect(await links().find(person, null)).toBe('u-2')
    await links().forget(person, null)
  })

  it('hold no address', async () => {
    await links().remember(person, 'Acme-x1y2z', 'u-1')
    const rows = await database().selectFrom('proven_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('@')
  })
})

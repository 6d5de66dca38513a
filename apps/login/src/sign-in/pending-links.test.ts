import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createPendingLinks } from './pending-links.ts'

const link = {
  credential: {
    providerId: 'microsoft.com',
    email: 'can@example.com',
    accountProviders: ['google.com'],
    accessToken: 'access-token',
    json: { providerId: 'microsoft.com', idToken: 'id-token' },
  },
  tenantId: 'acme-1a2b3',
  isRefused: true,
}

it('a pending credential is complete after a reload (AC-03a)', () => {
  const storage = createMemoryStorage()
  createPendingLinks(storage, () => 0).keep(link)
  expect(createPendingLinks(storage, () => 0).recall('acme-1a2b3')).toEqual(link)
})

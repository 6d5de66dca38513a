import { expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLastTenant } from './last-tenant.ts'

it('the company of a complete sign-in is recalled in the next visit', () => {
  const storage = createMemoryStorage()
  createLastTenant(storage).keep('?mode=login&tid=acme')
  const lastTenant = createLastTenant(storage)
  expect(lastTenant.recall()).toBe('acme')
})

it.each(['?mode=signout&tid=globex', '?mode=login'])(
  'the request %s does not change the company used last',
  (search) => {
    const lastTenant = createLastTenant(createMemoryStorage())
    lastTenant.keep('?mode=reauth&tid=acme')
    lastTenant.keep(search)
    expect(lastTenant.recall()).toBe('acme')
  },
)

import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createPendingLinks } from './pending-links.ts'

const credential = {
  providerId: 'microsoft.com',
  email: 'can@example.com',
  accessToken: 'access-token',
  json: { providerId: 'microsoft.com' },
}

describe('a pending link (C10)', () => {
  it('is kept for its tenant, across a reload', () => {
    const storage = createMemoryStorage()
    createPendingLinks(storage, () => 0).keep({ credential, tenantId: null, isRefused: true })
    const afterReload = createPendingLinks(storage, () => 1000)
    expect(afterReload.recall(null)).toEqual({ credential, tenantId: null, isRefused: true })
    expect(afterReload.recall('acme-1a2b3')).toBeNull()
  })

  it('is forgotten after ten minutes, and when it is asked to be', () => {
    let time = 0
    const links = createPendingLinks(createMemoryStorage(), () => time)
    links.keep({ credential, tenantId: null, isRefused: false })
    time = 10 * 60_000 + 1
    expect(links.recall(null)).toBeNull()

    links.keep({ credential, tenantId: null, isRefused: false })
    links.forget()
    expect(links.recall(null)).toBeNull()
  })

  it.each(['undefined', '{', 'null', '[]', '7', '{"since":0,"tenantId":null,"credential":{}}'])(
    'is not there where the store holds %s (ST-05)',
    (text) => {
      const storage = createMemoryStorage({ 'foyer:pending-link': text })
      expect(createPendingLinks(storage, () => 0).recall(null)).toBeNull()
    },
  )
})

import { describe, expect, it } from 'vitest'
import { isProjectId } from './project-id.ts'
import { isTenantId, isTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { boundaryValues } from './testing/boundary-values.ts'

const { tenantIds, projectIds } = boundaryValues

describe('a tenant id', () => {
  it.each(tenantIds.valid)('accepts %j', (id) => {
    expect(isTenantId(id)).toBe(true)
    expect(isTid(id)).toBe(true)
    expect(tenantIdOf(id)).toBe(id)
  })

  it.each(tenantIds.invalid)('rejects %j', (id) => {
    expect(isTenantId(id)).toBe(false)
  })
})

describe('a tid', () => {
  it('stands for the project itself as an underscore and the project number', () => {
    expect(isTid('_123456789')).toBe(true)
    expect(tenantIdOf('_123456789')).toBeNull()
  })

  it.each(['_', '_12a', '__1', `_${'1'.repeat(21)}`, '_-1', '_ 1'])('rejects %j', (tid) => {
    expect(isTid(tid)).toBe(false)
  })
})

describe('a project id', () => {
  it.each(projectIds.valid)('accepts %j', (id) => {
    expect(isProjectId(id)).toBe(true)
  })

  it.each(projectIds.invalid)('rejects %j', (id) => {
    expect(isProjectId(id)).toBe(false)
  })
})

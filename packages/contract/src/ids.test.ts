import { describe, expect, it } from 'vitest'
import { isProjectId } from './project-id.ts'
import { isTenantId, isTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { boundaryValues } from './testing/boundary-values.ts'

const { tenantIds, projectIds } = boundaryValues

describe('a tenant id', () => {
  it.each(tenantIds.valid)('%j is a tenant id', (id) => {
    expect(isTenantId(id)).toBe(true)
    expect(isTid(id)).toBe(true)
    expect(tenantIdOf(id)).toBe(id)
  })

  it.each(tenantIds.invalid)('%j is not a tenant id', (id) => {
    expect(isTenantId(id)).toBe(false)
  })
})

describe('a tid', () => {
  it('a tid of an underscore and the project number stands for the project itself', () => {
    expect(isTid('_123456789')).toBe(true)
    expect(tenantIdOf('_123456789')).toBeNull()
  })

  it.each(['_', '_12a', '__1', `_${'1'.repeat(21)}`, '_-1', '_ 1'])('%j is not a tid', (tid) => {
    expect(isTid(tid)).toBe(false)
  })
})

describe('a project id', () => {
  it.each(projectIds.valid)('%j is a project id', (id) => {
    expect(isProjectId(id)).toBe(true)
  })

  it.each(projectIds.invalid)('%j is not a project id', (id) => {
    expect(isProjectId(id)).toBe(false)
  })
})

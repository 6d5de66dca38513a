import { isProjectTid, isTid, tenantIdOf } from '@foyer/contract/tenant-id'
import { ServerError } from '../errors/server-error.ts'

/** The tenants that a deployment names, or undefined when it serves whichever its project has. */
export type ServedTenants = Readonly<Record<string, unknown>> | undefined

/** The tenant that a `tid` parameter names; null is the project itself. */
export function tenantOfParameter(tid: string | null, tenants: ServedTenants): string | null {
  if (tid === null) return checkServed(null, tenants)
  if (!isTid(tid)) throw new ServerError('invalid-argument')
  if (tenants !== undefined && !Object.hasOwn(tenants, tid)) {
    const isOtherProject = isProjectTid(tid) && servesProject(tenants)
    throw new ServerError(isOtherProject ? 'mismatching-project-numbers' : 'mismatching-tenant')
  }
  return tenantIdOf(tid)
}

/**
 * Where accounts of people without an invitation are made: in the project itself, or in the only tenant.
 * Undefined where nothing says which of several tenants they belong to.
 */
export function tenantOfNewcomers(tenants: ServedTenants): string | null | undefined {
  if (tenants === undefined) return null
  const ids = Object.keys(tenants)
  if (ids.some(isProjectTid)) return null
  return ids.length === 1 ? ids[0] : undefined
}

export function checkServed(tenantId: string | null, tenants: ServedTenants): string | null {
  const isServed =
    tenants === undefined ||
    (tenantId === null ? servesProject(tenants) : Object.hasOwn(tenants, tenantId))
  if (!isServed) throw new ServerError('mismatching-tenant')
  return tenantId
}

function servesProject(tenants: NonNullable<ServedTenants>): boolean {
  return Object.keys(tenants).some(isProjectTid)
}

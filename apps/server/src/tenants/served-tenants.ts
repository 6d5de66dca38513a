import {
  entryOf,
  servesTenant,
  servesTid,
  type ServedTenants,
} from '@foyer/contract/served-tenants'
import { isProjectTid, isTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { ServerError } from '../errors/server-error.ts'

/** The tenant that a `tid` parameter names. Null is the project level. */
export function tenantOfParameter(tid: string | null, tenants: ServedTenants): string | null {
  if (tid === null) return checkServed(null, tenants)
  if (!isTid(tid)) throw new ServerError('invalid-argument')
  if (!servesTid(tenants, tid)) {
    const isOtherProject = isProjectTid(tid) && servesTenant(tenants, null)
    throw new ServerError(isOtherProject ? 'mismatching-project-numbers' : 'mismatching-tenant')
  }
  return tenantIdOf(tid)
}

/**
 * Where the accounts of users without an invitation are created: at project level, or in the only tenant.
 * Undefined if there are several tenants and no project level.
 */
export function tenantOfNewUsers(tenants: ServedTenants): string | null | undefined {
  if (tenants === undefined || entryOf(tenants, null) !== undefined) return null
  const ids = Object.keys(tenants)
  return ids.length === 1 ? ids[0] : undefined
}

export function checkServed(tenantId: string | null, tenants: ServedTenants): string | null {
  if (!servesTenant(tenants, tenantId)) throw new ServerError('mismatching-tenant')
  return tenantId
}

import { RefusalError } from '../errors.ts'

/** The tenants that a deployment names, or undefined when it serves whichever its project has. */
export type ServedTenants = Readonly<Record<string, unknown>> | undefined

/** `_` and the project number stand for the project itself, outside any tenant. */
const wireForm = /^(?:_[0-9]{1,20}|[A-Za-z][A-Za-z0-9-]{0,62})$/

/** The tenant that a `tid` parameter names; null is the project itself. */
export function tenantOfParameter(tid: string | null, tenants: ServedTenants): string | null {
  if (tid === null) return checkServed(null, tenants)
  if (!wireForm.test(tid)) throw new RefusalError('invalid-argument')
  if (tenants !== undefined && !Object.hasOwn(tenants, tid))
    throw new RefusalError('permission-denied')
  return tid.startsWith('_') ? null : tid
}

/**
 * Where accounts of people without an invitation are made: in the project itself, or in the only tenant.
 * Undefined where nothing says which of several tenants they belong to.
 */
export function tenantOfNewcomers(tenants: ServedTenants): string | null | undefined {
  const ids = Object.keys(tenants ?? { _: true })
  if (ids.some((id) => id.startsWith('_'))) return null
  return ids.length === 1 ? ids[0] : undefined
}

export function checkServed(tenantId: string | null, tenants: ServedTenants): string | null {
  const isServed =
    tenants === undefined ||
    (tenantId === null
      ? Object.keys(tenants).some((id) => id.startsWith('_'))
      : Object.hasOwn(tenants, tenantId))
  if (!isServed) throw new RefusalError('permission-denied')
  return tenantId
}

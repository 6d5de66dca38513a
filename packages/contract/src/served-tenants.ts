import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'

/**
 * The tenants that a deployment lists, by their `tid`. Without a list, it serves every tenant of its project. `_` and
 * the project number list the accounts of the project itself.
 */
export type ServedTenants = Readonly<Record<string, unknown>> | undefined

/** Whether accounts of a tenant may sign in. Null is the project itself. */
export function servesTenant(tenants: ServedTenants, tenantId: string | null): boolean {
  return tenants === undefined || entryOf(tenants, tenantId) !== undefined
}

/** Whether a request for this `tid` is served: the list must contain exactly this text. */
export function servesTid(tenants: ServedTenants, tid: string): boolean {
  return tenants === undefined || Object.hasOwn(tenants, tid)
}

/** The key under which a tenant is listed. */
export function entryOf(
  tenants: NonNullable<ServedTenants>,
  tenantId: string | null,
): string | undefined {
  if (tenantId === null) return Object.keys(tenants).find(isProjectTid)
  return Object.hasOwn(tenants, tenantId) ? tenantId : undefined
}

/**
 * The page uses this `tid` to ask for the settings of the project itself, because it does not know the project number
 * (H7). A custom token names a tenant or none, and never the number.
 */
export const projectPlaceholder = '_'

import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'

/**
 * The tenants that a deployment lists, by their `tid`. Undefined where it lists none: then it serves
 * whichever its project has. `_` and the project number list the accounts of the project itself.
 */
export type ServedTenants = Readonly<Record<string, unknown>> | undefined

/** Whether accounts of a tenant may sign in; null is the project itself. */
export function servesTenant(tenants: ServedTenants, tenantId: string | null): boolean {
  return tenants === undefined || entryOf(tenants, tenantId) !== undefined
}

/** Whether a request for this `tid` is served: it has to be listed as it is written. */
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
 * By this `tid` a page asks for the settings of the project itself, whose number it does not know (H7).
 * Custom tokens name a tenant or none, and never the number.
 */
export const projectPlaceholder = '_'

/**
 * The SDK has one app for each tenant, so that a user can be signed in to several tenants. Storage keys contain the
 * name.
 */
export function appName(tenantId: string | null): string {
  return `foyer:${tenantId ?? ''}`
}

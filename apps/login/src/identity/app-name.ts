/** One app of the SDK for each tenant, so that a user can be signed in to several. Its name is in storage keys. */
export function appName(tenantId: string | null): string {
  return `foyer:${tenantId ?? ''}`
}

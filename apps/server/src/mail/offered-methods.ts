import { defaultMethods, type Config, type SignInMethod } from '@foyer/contract/config'
import { isProjectTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'

/** The buttons that the sign-in page of a tenant has; null is the project itself. */
export function offeredMethods(
  { tenants = {}, methods }: Config,
  tenantId: string | null,
): readonly SignInMethod[] {
  const [, tenant] =
    Object.entries(tenants).find(([tid]) =>
      tenantId === null ? isProjectTid(tid) : tenantIdOf(tid) === tenantId,
    ) ?? []
  return tenant?.methods ?? methods ?? defaultMethods
}

import { defaultMethods, type Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { entryOf } from '@foyer/contract/served-tenants'

/** The buttons that the sign-in page of a tenant has; null is the project itself. */
export function offeredMethods(
  { tenants = {}, methods }: Config,
  tenantId: string | null,
): readonly SignInMethod[] {
  const entry = entryOf(tenants, tenantId)
  return (entry === undefined ? undefined : tenants[entry]?.methods) ?? methods ?? defaultMethods
}

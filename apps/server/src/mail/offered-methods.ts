import { defaultMethods, type Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { entryOf } from '@foyer/contract/served-tenants'

/** The sign-in methods that the sign-in page offers for a tenant; null is the project level. */
export function offeredMethods(
  { tenants = {}, methods }: Config,
  tenantId: string | null,
): readonly SignInMethod[] {
  const entry = entryOf(tenants, tenantId)
  return (entry === undefined ? undefined : tenants[entry]?.methods) ?? methods ?? defaultMethods
}

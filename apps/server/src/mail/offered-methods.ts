import { methodsOf, type Config } from '@foyer/contract/config'
import type { Method } from '@foyer/contract/sign-in-methods'
import { entryOf } from '@foyer/contract/served-tenants'

/** The sign-in methods that the sign-in page offers for a tenant; null is the project level. */
export function offeredMethods(config: Config, tenantId: string | null): readonly Method[] {
  const { tenants = {} } = config
  const entry = entryOf(tenants, tenantId)
  return methodsOf(config, entry === undefined ? undefined : tenants[entry])
}

import type { Config, Tenant } from '@foyer/contract/config'
import { entryOf } from '@foyer/contract/served-tenants'

/** The settings of a tenant in the config. `null` is the project itself, whose id begins with `_`. */
export function tenantIn(config: Config, tenantId: string | null): Tenant | undefined {
  const { tenants = {} } = config
  const entry = entryOf(tenants, tenantId)
  return entry === undefined ? undefined : tenants[entry]
}

import type { Config, Tenant } from '@foyer/contract/config'
import { isProjectTid } from '@foyer/contract/tenant-id'

/** What the config says of a tenant; `null` is the project itself, whose id begins with `_`. */
export function tenantIn(config: Config, tenantId: string | null): Tenant | undefined {
  const { tenants = {} } = config
  const id = tenantId ?? Object.keys(tenants).find(isProjectTid)
  return id !== undefined && Object.hasOwn(tenants, id) ? tenants[id] : undefined
}

/** Of a config that was asked about this tenant. A deployment without a list serves any. */
export function isServed({ tenants }: Config, tid: string): boolean {
  return tenants === undefined || Object.hasOwn(tenants, tid)
}

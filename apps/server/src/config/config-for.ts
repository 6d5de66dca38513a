import type { Config, Tenant } from '@foyer/contract/config'
import { projectPlaceholder } from '@foyer/contract/served-tenants'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'

/**
 * The config for a request with this query.
 *
 * Anyone can read the config, and its list of tenants is a company's list of customers. So a response
 * contains only the tenants that the request names in `tid`. A request with unknown ids gets exactly the same
 * response as a request without ids. The order is that of the config, whatever the order in the request.
 */
export function configFor(query: string, { tenants, ...general }: Config): Config {
  if (tenants === undefined) return general
  const asked = new Set(new URLSearchParams(query).getAll('tid'))
  const isAsked = (tid: string) =>
    asked.has(tid) || (isProjectTid(tid) && asked.has(projectPlaceholder))
  const named = Object.entries(tenants).filter(([tid]) => isAsked(tid))
  return { ...general, tenants: Object.fromEntries<Tenant>(named) }
}

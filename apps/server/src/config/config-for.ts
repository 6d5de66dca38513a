import type { Config, Tenant } from '@foyer/contract/config'
import { projectPlaceholder } from '@foyer/contract/served-tenants'
import { isProjectTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { tenantOfNewUsers } from '../tenants/served-tenants.ts'

/** The config with the settings of these tenants. */
export type ConfigFor = (tids: readonly string[]) => Config

/** The tenants that a query names. */
export function tidsIn(query: string): string[] {
  return new URLSearchParams(query).getAll('tid')
}

/**
 * Anyone can read the config, and its list of tenants is a company's list of customers. So a response
 * contains only the tenants that the request names. A request with unknown ids gets exactly the same
 * response as a request without ids. The order is that of the config, whatever the order in the request.
 *
 * Where the companies are not listed, a request may name one. Otherwise one request could try thousands of ids.
 *
 * A response for a company has no registration if its accounts are created elsewhere: they could not sign in to the company.
 *
 * The time depends on the tenants of the request, not on those of the config.
 */
export function createConfigFor({ tenants, ...general }: Config): ConfigFor {
  const { selfRegistration: _, ...withoutRegistration } = general
  const newUsers = tenantOfNewUsers(tenants)
  const isElsewhere = (tid: string) =>
    (tid === projectPlaceholder ? null : tenantIdOf(tid)) !== newUsers
  const generalFor = (tids: readonly string[]) =>
    tids.some(isElsewhere) ? withoutRegistration : general
  if (tenants === undefined) return generalFor
  const entries = new Map(
    Object.entries(tenants).map(([tid, tenant], place) => [tid, { tid, tenant, place }]),
  )
  const most = general.listTenants === false ? 1 : Infinity
  const projectTids = Object.keys(tenants).filter(isProjectTid)

  return (tids) => {
    const asked = new Set(tids)
    if (asked.size > most) return { ...general, tenants: {} }
    if (asked.has(projectPlaceholder)) for (const tid of projectTids) asked.add(tid)
    const named = [...asked]
      .flatMap((tid) => entries.get(tid) ?? [])
      .sort((one, other) => one.place - other.place)
    const own = named.map(({ tid, tenant }): [string, Tenant] => [tid, tenant])
    return { ...generalFor(named.map(({ tid }) => tid)), tenants: Object.fromEntries(own) }
  }
}

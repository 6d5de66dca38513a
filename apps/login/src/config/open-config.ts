import type { Config } from '@foyer/contract/config'
import { projectPlaceholder, servesTenant, servesTid } from '@foyer/contract/served-tenants'

/** The config of this page load. It has only the tenants that were requested from the server. */
export interface OpenConfig {
  current: () => Config
  /** Requests the settings of these tenants, if they were not requested before. */
  withTenants: (tids: readonly string[]) => Promise<Config>
  /** Whether a request for this `tid` is served. */
  servesTid: (tid: string) => Promise<boolean>
  /** Whether accounts of this tenant may sign in; null is the project itself. */
  servesTenant: (tenantId: string | null) => Promise<boolean>
}

export async function openConfig(
  load: (tids: readonly string[]) => Promise<Config>,
  first: readonly string[],
): Promise<OpenConfig> {
  let config = await load(first)
  const asked = new Set(first)

  async function withTenants(tids: readonly string[]): Promise<Config> {
    const missing = tids.filter((tid) => !asked.has(tid))
    // Without a list of tenants, no tenant has its own settings.
    if (missing.length === 0 || config.tenants === undefined) return config
    // What is offered besides the tenants' own methods depends on the tenants.
    const more = await load(missing)
    for (const tid of missing) asked.add(tid)
    config = { ...more, tenants: { ...config.tenants, ...more.tenants } }
    return config
  }

  return {
    current: () => config,
    withTenants,
    servesTid: async (tid) => servesTid((await withTenants([tid])).tenants, tid),
    async servesTenant(tenantId) {
      const { tenants } = await withTenants([tenantId ?? projectPlaceholder])
      return servesTenant(tenants, tenantId)
    },
  }
}

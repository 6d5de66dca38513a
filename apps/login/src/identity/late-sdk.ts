import type { Identity, TenantAuth } from './identity.ts'

/** One tenant's accounts by the SDK, which is loaded when it is first needed. */
export interface LateSdk {
  /** Null until the SDK has been loaded. */
  current: () => TenantAuth | null
  load: () => Promise<TenantAuth>
}

export function createLateSdk(
  tenantId: string | null,
  loadIdentity: () => Promise<Pick<Identity, 'authOf'>>,
): LateSdk {
  let loaded: TenantAuth | null = null
  return {
    current: () => loaded,
    async load() {
      const identity = await loadIdentity()
      loaded = identity.authOf(tenantId)
      return loaded
    },
  }
}

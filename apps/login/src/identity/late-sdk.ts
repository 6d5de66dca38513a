import type { Identity, TenantAuth } from './identity.ts'

/** The accounts of one tenant through the SDK, which is loaded at the first use. */
export interface LateSdk {
  /** Null until the SDK is loaded. */
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

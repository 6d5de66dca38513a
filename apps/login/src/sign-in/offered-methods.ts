import { defaultMethods } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { tenantIn } from '../config/tenants.ts'
import type { ProviderMethod } from '../identity/identity.ts'

/**
 * The methods to show, in the deployment's order: the tenant's own list or the general one, narrowed
 * to those that the request hints at. A hint that leaves nothing is ignored.
 */
export function offeredMethods(
  config: Config,
  tenantId: string | null,
  hinted: readonly string[] = [],
): ProviderMethod[] {
  const configured = tenantIn(config, tenantId)?.methods ?? config.methods ?? defaultMethods
  const offered = configured.filter((method) => method !== 'phone')
  const narrowed = offered.filter((method) => hinted.includes(method))
  return narrowed.length > 0 ? narrowed : offered
}

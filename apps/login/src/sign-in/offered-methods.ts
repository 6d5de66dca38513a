import type { Config, SignInMethod } from '@foyer/contract/config'
import { tenantIn } from '../config/tenants.ts'
import type { ProviderMethod } from '../identity/identity.ts'

const providerMethods: readonly ProviderMethod[] = ['google.com', 'microsoft.com']

/**
 * The methods to show, in the deployment's order: the tenant's own list or the general one, narrowed
 * to those that the request hints at. A hint that leaves nothing is ignored.
 */
export function offeredMethods(
  config: Config,
  tenantId: string | null,
  hinted: readonly string[] = [],
): ProviderMethod[] {
  const configured: readonly SignInMethod[] =
    tenantIn(config, tenantId)?.methods ?? config.methods ?? providerMethods
  const offered = configured.filter((method) => method !== 'phone')
  const narrowed = offered.filter((method) => hinted.includes(method))
  return narrowed.length > 0 ? narrowed : offered
}

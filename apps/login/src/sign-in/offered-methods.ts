import { defaultMethods } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { tenantIn } from '../config/tenants.ts'

/**
 * The methods to show, in the deployment's order: the tenant's own list or the general one, restricted to the request's
 * hint. A hint that would leave no method is ignored.
 */
export function offeredMethods(
  config: Config,
  tenantId: string | null,
  hinted: readonly string[] = [],
): SignInMethod[] {
  const offered = tenantIn(config, tenantId)?.methods ?? generalMethods(config, tenantId)
  const narrowed = offered.filter((method) => hinted.includes(method))
  return narrowed.length > 0 ? narrowed : [...offered]
}

/** If Google refuses sign-ins there, its button is the last one (RD-06). */
export function withGoogleLast(methods: readonly SignInMethod[]): SignInMethod[] {
  return [...methods].sort((a, b) => Number(a === 'google.com') - Number(b === 'google.com'))
}

/** The service sends text messages only for the project's own accounts (AC-06). */
function generalMethods(config: Config, tenantId: string | null): readonly SignInMethod[] {
  const methods = config.methods ?? defaultMethods
  return tenantId === null ? methods : methods.filter((method) => method !== 'phone')
}

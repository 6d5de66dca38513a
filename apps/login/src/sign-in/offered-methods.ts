import { defaultMethods } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import type { SignInMethod } from '@foyer/contract/sign-in-methods'
import { tenantIn } from '../config/tenants.ts'

/**
 * The methods to show, in the deployment's order: the tenant's own list or the general one, narrowed
 * to those that the request hints at. A hint that leaves nothing is ignored.
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

/** Where Google refuses to sign anybody in, its button is not the first to try (RD-06). */
export function withGoogleLast(methods: readonly SignInMethod[]): SignInMethod[] {
  return [...methods].sort((a, b) => Number(a === 'google.com') - Number(b === 'google.com'))
}

/** The public service sends text messages for the project's own accounts alone (AC-06). */
function generalMethods(config: Config, tenantId: string | null): readonly SignInMethod[] {
  const methods = config.methods ?? defaultMethods
  return tenantId === null ? methods : methods.filter((method) => method !== 'phone')
}

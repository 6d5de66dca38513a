import { methodsOf } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { idOf } from '@foyer/contract/sign-in-methods'
import type { Method, SignInMethod } from '@foyer/contract/sign-in-methods'
import { tenantIn } from '../config/tenants.ts'

/** The methods of a tenant as the config has them: its own list or the general one. */
export function configuredMethods(config: Config, tenantId: string | null): readonly Method[] {
  return methodsOf(config, tenantIn(config, tenantId))
}

/** The methods to show, in the deployment's order, restricted to the request's hint. A hint that would leave none is ignored. */
export function offeredMethods(
  config: Config,
  tenantId: string | null,
  hinted: readonly string[] = [],
): SignInMethod[] {
  const hasOwn = tenantIn(config, tenantId)?.methods !== undefined
  // Of the general methods, the service offers a phone number only for the project's own accounts (AC-06).
  const offered = configuredMethods(config, tenantId)
    .map(idOf)
    .filter((method) => hasOwn || tenantId === null || method !== 'phone')
  const narrowed = offered.filter((method) => hinted.includes(method))
  return narrowed.length > 0 ? narrowed : offered
}

/** If Google refuses sign-ins there, its button is the last one (RD-06). */
export function withGoogleLast(methods: readonly SignInMethod[]): SignInMethod[] {
  return [...methods].sort((a, b) => Number(a === 'google.com') - Number(b === 'google.com'))
}

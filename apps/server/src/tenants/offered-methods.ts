import {
  idOf,
  type Method,
  type SignInMethod,
  type StepMethod,
} from '@foyer/contract/sign-in-methods'
import { methodsOf, type Config, type Tenant } from '@foyer/contract/config'
import { offersSignInLink } from '@foyer/contract/offers-sign-in-link'
import { entryOf } from '@foyer/contract/served-tenants'

/** The sign-in methods that the sign-in page offers for a tenant; null is the project level. */
export function offeredMethods(config: Config, tenantId: string | null): readonly Method[] {
  return methodsOf(config, tenantIn(config, tenantId))
}

/** Whether the sign-in page offers a sign-in link for a tenant; null is the project level. */
export function offersLinks(config: Config, tenantId: string | null): boolean {
  return offersSignInLink(config, tenantIn(config, tenantId))
}

function tenantIn({ tenants = {} }: Config, tenantId: string | null): Tenant | undefined {
  const entry = entryOf(tenants, tenantId)
  return entry === undefined ? undefined : tenants[entry]
}

/** Whether the sign-in page offers this method for a tenant; null is the project level. */
export function isOffered(method: SignInMethod, config: Config, tenantId: string | null): boolean {
  return offeredMethods(config, tenantId).some((offered) => idOf(offered) === method)
}

/** Whether the sign-in page offers this method for any tenant. */
export function offersAnywhere(
  method: StepMethod,
  { methods, tenants = {} }: Pick<Config, 'methods' | 'tenants'>,
): boolean {
  const lists = [methods, ...Object.values(tenants).map((tenant) => tenant.methods)]
  return lists.some((list) => list?.includes(method))
}

import { methodsOf } from '@foyer/contract/config'
import type { Config, Tenant } from '@foyer/contract/config'
import { nameOf } from '@foyer/contract/sign-in-methods'
import type { Language } from '../language/choose-language.ts'

/**
 * The name of a provider for users. Null if this page has none.
 *
 * @param tenant whose names come first. The page may not know the tenant of a link.
 */
export function methodName(
  id: string,
  config: Config | null,
  tenant: Tenant | undefined,
  language: Language,
): string | null {
  const { tenants = {} } = config ?? {}
  const others = Object.values(tenants).flatMap(({ methods = [] }) => methods)
  return nameOf(id, [...methodsOf(config ?? {}, tenant), ...others], language)
}

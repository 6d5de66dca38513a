import { isOfCompany } from '@foyer/contract/company-provider'
import { completeMethod } from '@foyer/contract/complete-method'
import { isProvider, nameOf } from '@foyer/contract/sign-in-methods'
import type { Messages } from '../messages/gate-messages.ts'

/**
 * What users call a provider of an ID token.
 *
 * @param names of companies' providers, by their ids. The gate does not know the labels of the sign-in page's buttons
 */
export function methodName(
  id: string,
  { methods }: Messages,
  names: Readonly<Record<string, string>>,
): string {
  const own = Object.hasOwn(names, id) ? names[id] : undefined
  if (own !== undefined) return own
  if (id === 'phone' || id === 'password' || id === 'custom') return methods[id]
  if (isOfCompany(id)) return methods.company.replace('{{id}}', () => id)
  // The name of a brand is the same in every language.
  return (isProvider(id) ? nameOf(id, [completeMethod(id)], 'en') : null) ?? id
}

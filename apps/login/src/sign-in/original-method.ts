import { isProvider } from '@foyer/contract/sign-in-methods'
import type { ProviderMethod, SignInMethod } from '@foyer/contract/sign-in-methods'
import type { PendingCredential } from '../identity/identity.ts'

/**
 * The offered provider of the account that has the credential's email address. Null if there is none, or if the
 * identity service does not return it.
 */
export function originalMethod(
  { accountProviders, providerId }: PendingCredential,
  methods: readonly SignInMethod[],
): ProviderMethod | null {
  const isOriginal = (method: SignInMethod): method is ProviderMethod =>
    isProvider(method) && method !== providerId && accountProviders.includes(method)
  return methods.find(isOriginal) ?? null
}

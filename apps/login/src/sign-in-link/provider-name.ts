import { isProvider, providers } from '@foyer/contract/sign-in-methods'

/** The name of a provider for users. Null if this page has none. */
export function providerName(providerId: string): string | null {
  return isProvider(providerId) ? providers[providerId].name : null
}

import { isProvider, providers } from '@foyer/contract/sign-in-methods'

/** A provider as people know it; null for one that this page has no name for. */
export function providerName(providerId: string): string | null {
  return isProvider(providerId) ? providers[providerId].name : null
}

const names: Record<string, string> = { 'google.com': 'Google', 'microsoft.com': 'Microsoft' }

/** A provider as people know it; null for one that this page has no name for. */
export function providerName(providerId: string): string | null {
  return Object.hasOwn(names, providerId) ? (names[providerId] ?? null) : null
}

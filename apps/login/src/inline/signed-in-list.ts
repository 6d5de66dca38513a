/**
 * Whether a list of signed-in tenants (B8) holds the tenant. The lists are named after their project,
 * whose number is not known before it is looked up; a tenant's id is its own in any of them.
 */
export function isListed(tid: string, open: () => Storage): boolean {
  try {
    const storage = open()
    return Object.keys(storage).some(
      (key) =>
        key.startsWith('ciap:auth-tenants:') && (storage.getItem(key) ?? '').includes(`"${tid}"`),
    )
  } catch {
    return false
  }
}

/** The keys of the lists, without the project number. */
export const listPrefix = 'ciap:auth-tenants:'

/**
 * Whether one of the lists of signed-in tenants (B8) has the tenant. The key of a list has the project number, which is
 * not known before the lookup. A tenant id is unique, so any list will do.
 */
export function isListed(tid: string, open: () => Storage): boolean {
  try {
    const storage = open()
    return Object.keys(storage).some(
      (key) => key.startsWith(listPrefix) && (storage.getItem(key) ?? '').includes(`"${tid}"`),
    )
  } catch {
    return false
  }
}

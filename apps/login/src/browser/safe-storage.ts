/** What is remembered between visits. Reading gives null and writing does nothing where it cannot. */
export interface SafeStorage {
  read: (key: string) => string | null
  /** @returns whether the value will be there after a reload */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
}

/**
 * Browsers throw when site data is blocked, already at the mention of `localStorage`, and on every
 * write when the store is full: remembering is a comfort, so neither may stop a sign-in.
 */
export function createSafeStorage(open: () => Storage): SafeStorage {
  return {
    read(key) {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    write(key, value) {
      try {
        open().setItem(key, value)
        return true
      } catch {
        return false
      }
    },
    remove(key) {
      try {
        open().removeItem(key)
      } catch {
        // What cannot be reached is not there.
      }
    },
  }
}

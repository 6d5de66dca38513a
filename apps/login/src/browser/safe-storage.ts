/** Storage that never throws. If it is blocked, reading returns null and writing does nothing. */
export interface SafeStorage {
  read: (key: string) => string | null
  /** @returns whether the value will be there after a reload */
  write: (key: string, value: string) => boolean
  remove: (key: string) => void
}

/**
 * If site data is blocked, browsers throw as soon as `localStorage` is read, and if it is full, at every write. A
 * sign-in must work without storage.
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
        // Blocked storage has nothing to remove.
      }
    },
  }
}

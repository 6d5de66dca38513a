import type { SafeStorage } from '../browser/safe-storage.ts'

/** Storage in memory, or storage that the browser blocks. */
export function createMemoryStorage(
  entries: Record<string, string> = {},
  { isBlocked = false } = {},
): SafeStorage & { entries: Map<string, string> } {
  const kept = new Map(Object.entries(entries))
  return {
    entries: kept,
    read: (key) => kept.get(key) ?? null,
    write(key, value) {
      if (!isBlocked) kept.set(key, value)
      return !isBlocked
    },
    remove: (key) => void kept.delete(key),
  }
}

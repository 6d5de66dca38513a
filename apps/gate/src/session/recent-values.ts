/** A cache of recently used values. The total length of their keys is limited. */
export interface RecentValues<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Keeps at least the most recent keys of `maxLength` characters in all, and less than twice as many. A limit on the
 * number of keys would not limit the memory, because a key may be a cookie of any length.
 *
 * There are two generations. A value that is found in the older one moves to the newer, and when the newer is full, the
 * older is dropped. A value that is found in the newer one is not moved. An exact order would keep each request's own
 * copy of the key, which is expensive to collect as garbage.
 */
export function createRecentValues<Value>(maxLength: number): RecentValues<Value> {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()
  let newerLength = 0

  function set(key: string, value: Value) {
    if (newerLength >= maxLength) {
      ;[older, newer] = [newer, new Map()]
      newerLength = 0
    }
    newer.set(key, value)
    newerLength += key.length
  }

  return {
    get(key) {
      const value = newer.get(key)
      if (value !== undefined) return value
      const old = older.get(key)
      if (old !== undefined) set(key, old)
      return old
    },
    set,
  }
}

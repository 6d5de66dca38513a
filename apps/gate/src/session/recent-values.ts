/** Values that were asked for lately, bounded by the characters of their keys. */
export interface RecentValues<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Remembers at least the last keys of `maxLength` characters in all, and less than twice as many. A count
 * of keys would not bound the memory: a key may be a cookie of any length.
 *
 * Two generations: what is asked for in the older one moves to the newer, and once that is full the
 * rest is forgotten. Finding a value in the newer one writes nothing, unlike keeping an exact order,
 * which would hold on to each request's own copy of the key and so have it collected at a high price.
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

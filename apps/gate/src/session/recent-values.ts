/** Values that were asked for lately: at least the last `count` of them, and at most twice as many. */
export interface RecentValues<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Two generations: what is asked for in the older one moves to the newer, and once that is full the
 * rest is forgotten. Finding a value in the newer one writes nothing, unlike keeping an exact order,
 * which would hold on to each request's own copy of the key and so have it collected at a high price.
 */
export function createRecentValues<Value>(count: number): RecentValues<Value> {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(key: string, value: Value) {
    if (newer.size >= count) [older, newer] = [newer, new Map()]
    newer.set(key, value)
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

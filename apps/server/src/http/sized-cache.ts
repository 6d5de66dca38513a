import { LRUCache } from 'lru-cache'

/** A cache with a limit in bytes. The values that were not used for the longest time are removed first. */
export interface SizedCache<Value> {
  get(key: string): Value | Promise<Value> | undefined
  /** Until the value is there, others get the same promise. A value that fails is not kept. */
  add(key: string, making: Promise<Value>): Promise<Value>
}

/** What an entry takes in addition to its value. */
const bytesOfEntry = 500

export function createSizedCache<Value extends object>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): SizedCache<Value> {
  const made = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + bytesOfEntry,
  })
  const inProgress = new Map<string, Promise<Value>>()

  return {
    get: (key) => made.get(key) ?? inProgress.get(key),
    add(key, making) {
      inProgress.set(key, making)
      making
        .then((value) => void made.set(key, value))
        .catch(() => {})
        .finally(() => inProgress.delete(key))
      return making
    },
  }
}

import { newestFirst, type GateKeys } from './gate-keys.ts'

/** The gate's keys. They can change while it runs. */
export interface KeyRing {
  /** The generation that seals and signs: the newest that is in use. */
  current(): GateKeys
  /** Every generation that is accepted, the newest first. The array is another one after a change. */
  accepted(): readonly GateKeys[]
  /** Calls the listener after each change. What was made or opened with a removed key must not be used any more. */
  onChange(listener: () => void): void
  /** Returns whether something changed. */
  replace(keys: readonly GateKeys[]): boolean
}

/** @param first at least one generation */
export function createKeyRing(first: readonly GateKeys[], now: () => number): KeyRing {
  const listeners: (() => void)[] = []
  let keys = sorted(first)
  return {
    current() {
      const time = now()
      const [oldest] = keys.slice(-1)
      // If this clock is far behind, no generation is in use yet. The oldest is known everywhere.
      return keys.find(({ usedFrom }) => usedFrom <= time) ?? (oldest as GateKeys)
    },
    accepted: () => keys,
    onChange: (listener) => void listeners.push(listener),
    replace(next) {
      const isSame = fingerprintOf(sorted(next)) === fingerprintOf(keys)
      if (isSame || next.length === 0) return false
      keys = sorted(next)
      for (const listener of listeners) listener()
      return true
    },
  }
}

const sorted = (keys: readonly GateKeys[]) => keys.toSorted(newestFirst)

const fingerprintOf = (keys: readonly GateKeys[]) =>
  keys.map(({ kid, usedFrom }) => `${kid} ${usedFrom}`).join()

import type { SafeStorage } from '../browser/safe-storage.ts'

const key = 'foyer:second-factor'
const lifetimeMs = 10 * 60_000

/**
 * A sign-in that waits for the second factor is in memory only. After a reload, the note lets the page say why the user
 * has to start again.
 */
export interface FactorNote {
  keep: () => void
  forget: () => void
}

/** @param storage of the tab */
export function createFactorNote(storage: SafeStorage, now: () => number): FactorNote {
  return {
    keep: () => void storage.write(key, String(now())),
    forget: () => storage.remove(key),
  }
}

/** Whether a reload has interrupted a sign-in. True once. */
export function takeInterrupted(storage: SafeStorage, now: number): boolean {
  const noted = storage.read(key)
  storage.remove(key)
  const age = now - Number(noted)
  return noted !== null && age >= 0 && age < lifetimeMs
}

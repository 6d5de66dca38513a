import type { SafeStorage } from '../browser/safe-storage.ts'

const key = 'foyer:registered'
const lifetimeMs = 10 * 60_000

/**
 * The user has tried to register with an email address that has an account. The application redirects them to the
 * sign-in buttons, which say so.
 *
 * @param storage of the tab
 * @returns false if it cannot be kept
 */
export function noteRegistered(storage: SafeStorage, now: number): boolean {
  return storage.write(key, String(now))
}

/** Whether the sign-in buttons should say that there is an account. True once. */
export function takeRegistered(storage: SafeStorage, now: number): boolean {
  const age = now - Number(storage.read(key))
  storage.remove(key)
  return age >= 0 && age < lifetimeMs
}

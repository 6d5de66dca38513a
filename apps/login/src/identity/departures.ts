import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'

/** The tenant whose sign-in the user left for a provider's page. */
export interface Departures {
  /** @returns false if the tab can store nothing. The user would then return without being recognised. */
  note: (tenantId: string | null) => boolean
  isNoted: (tenantId: string | null) => boolean
  /** Does nothing if the note is another tenant's, because the user may have left for that one meanwhile. */
  forget: (tenantId: string | null) => void
  forgetAll: () => void
}

const storageKey = noteNames.departure

/** @param storage of the tab. The SDK needs it for the same purpose, so if it is blocked, no user returns. */
export function createDepartures(storage: SafeStorage): Departures {
  const isNoted = (tenantId: string | null): boolean =>
    storage.read(storageKey) === (tenantId ?? '')
  return {
    note: (tenantId) => storage.write(storageKey, tenantId ?? ''),
    isNoted,
    forget(tenantId) {
      if (isNoted(tenantId)) storage.remove(storageKey)
    },
    forgetAll: () => storage.remove(storageKey),
  }
}

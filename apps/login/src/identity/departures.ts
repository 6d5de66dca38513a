import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'

/** The tenant for whose sign-in the user has left for a provider's page. */
export interface Departures {
  /** @returns false where the tab can store nothing: the user would come back as nobody */
  note: (tenantId: string | null) => boolean
  isNoted: (tenantId: string | null) => boolean
  /** Another tenant's stays: the user may have left for it meanwhile. */
  forget: (tenantId: string | null) => void
  forgetAll: () => void
}

const storageKey = noteNames.departure

/** @param storage of the tab, which the SDK needs for the same purpose: blocked, nobody comes back */
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

import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'

/** The tenant for whose sign-in the visitor has left for a provider's page. */
export interface Departures {
  note: (tenantId: string | null) => void
  isNoted: (tenantId: string | null) => boolean
  forget: () => void
}

const storageKey = noteNames.departure

/** @param storage of the tab, which the SDK needs for the same purpose: blocked, nobody comes back */
export function createDepartures(storage: SafeStorage): Departures {
  return {
    note: (tenantId) => void storage.write(storageKey, tenantId ?? ''),
    isNoted: (tenantId) => storage.read(storageKey) === (tenantId ?? ''),
    forget: () => storage.remove(storageKey),
  }
}

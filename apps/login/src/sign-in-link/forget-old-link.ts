import type { SafeStorage } from '../browser/safe-storage.ts'
import { removeExpiredNote } from '../browser/tenant-note.ts'
import { askedLinkKey } from './storage-keys.ts'

/** The email may take a while to arrive, and the link is valid for fifteen minutes after that. */
export const askedLinkMs = 30 * 60_000

/** The note may hold a provider's token, and the link may never be opened in this browser. */
export function forgetOldLink(storage: SafeStorage, now: () => number): void {
  removeExpiredNote(askedLinkKey, storage, now, askedLinkMs)
}

import type { SafeStorage } from '../browser/safe-storage.ts'
import { removeExpiredNote } from '../browser/tenant-note.ts'
import { askedLinkKey, askedLinkMs } from '../browser/note-names.ts'

/** The note may hold a provider's token, and the link may never be opened in this browser. */
export function forgetOldLink(storage: SafeStorage, now: () => number): void {
  removeExpiredNote(askedLinkKey, storage, now, askedLinkMs)
}

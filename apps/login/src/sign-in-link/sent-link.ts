import * as v from 'valibot'
import { askedLinkMs, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A sign-in link that was sent from this tab and not used yet. A reload returns to its step. */
const sentLink = v.object({
  tenantId: v.nullable(v.string()),
  email: v.string(),
  /** When another one may be requested, in milliseconds since the epoch. */
  resendAt: v.number(),
})

export type SentLinks = TenantNote<v.InferOutput<typeof sentLink>>

/** @param storage of the tab */
export function createSentLinks(storage: SafeStorage, now: () => number): SentLinks {
  return createTenantNote(noteNames.pendingStep, sentLink, storage, now, askedLinkMs)
}

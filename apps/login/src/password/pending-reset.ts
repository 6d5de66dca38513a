import * as v from 'valibot'
import { askedLinkMs, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A link for a new password that was requested from this tab. A reload returns to its step. */
const pendingReset = v.object({
  method: v.literal('password'),
  tenantId: v.nullable(v.string()),
  email: v.string(),
  /** When another one may be requested, in milliseconds since the epoch. */
  resendAt: v.number(),
})

export type PendingResets = TenantNote<v.InferOutput<typeof pendingReset>>

/** @param storage of the tab */
export function createPendingResets(storage: SafeStorage, now: () => number): PendingResets {
  return createTenantNote(noteNames.pendingStep, pendingReset, storage, now, askedLinkMs)
}

import * as v from 'valibot'
import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A text message whose code was not entered yet. A reload returns to it. */
const pendingCode = v.object({
  verificationId: v.string(),
  /** The phone number in E.164. */
  phoneNumber: v.string(),
  tenantId: v.nullable(v.string()),
})

export type PendingCodes = TenantNote<v.InferOutput<typeof pendingCode>>

/** @param storage of the tab */
export function createPendingCodes(storage: SafeStorage, now: () => number): PendingCodes {
  return createTenantNote(noteNames.pendingStep, pendingCode, storage, now)
}

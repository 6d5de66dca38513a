import * as v from 'valibot'
import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A message whose code has not been entered yet; a reload comes back to it. */
const pendingCode = v.object({
  verificationId: v.string(),
  /** In E.164. */
  phoneNumber: v.string(),
  tenantId: v.nullable(v.string()),
})

export type PendingCodes = TenantNote<v.InferOutput<typeof pendingCode>>

export function createPendingCodes(storage: SafeStorage, now: () => number): PendingCodes {
  return createTenantNote(noteNames.pendingCode, pendingCode, storage, now)
}

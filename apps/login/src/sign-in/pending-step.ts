import * as v from 'valibot'
import { askedLinkMs, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/**
 * A message whose code or link was not used yet. A reload returns to its step, whose own script reads the rest of the
 * note.
 */
const pendingStep = v.object({
  tenantId: v.nullable(v.string()),
  /** Set for a sign-in link. A code has a phone number. */
  email: v.exactOptional(v.string()),
  /** Set if the link belongs to another method than a phone number: `emailLink`, `password`. */
  method: v.exactOptional(v.string()),
})

export type PendingSteps = Pick<TenantNote<v.InferOutput<typeof pendingStep>>, 'recall' | 'forget'>

export function createPendingSteps(storage: SafeStorage, now: () => number): PendingSteps {
  return createTenantNote(noteNames.pendingStep, pendingStep, storage, now, askedLinkMs)
}

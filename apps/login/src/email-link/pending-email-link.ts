import * as v from 'valibot'
import { askedLinkMs, noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A link that was requested from this browser. A reload returns to its step, and the tab with the opened link goes there. */
const pendingEmailLink = v.object({
  method: v.literal('emailLink'),
  tenantId: v.nullable(v.string()),
  email: v.string(),
  id: v.string(),
  /** Proves to our server that this browser has requested the link. */
  secret: v.string(),
  /** When another one may be requested, in milliseconds since the epoch. */
  resendAt: v.number(),
  /** The opened link, if the user has pressed its button, and the idempotency key of that press. */
  opened: v.exactOptional(v.object({ link: v.string(), press: v.string() })),
})

export type PendingEmailLink = v.InferOutput<typeof pendingEmailLink>
export type PendingEmailLinks = TenantNote<PendingEmailLink>

/** @param storage of the tab */
export function createPendingEmailLinks(
  storage: SafeStorage,
  now: () => number,
): PendingEmailLinks {
  return createTenantNote(noteNames.pendingStep, pendingEmailLink, storage, now, askedLinkMs)
}

import * as v from 'valibot'
import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

export const pendingCredential = v.object({
  providerId: v.string(),
  email: v.string(),
  accountProviders: v.array(v.string()),
  accessToken: v.nullable(v.string()),
  json: v.custom<object>((json) => json instanceof Object),
})

/** A pending credential, to be linked to the account with its email address (C10). */
const pendingLink = v.object({
  credential: pendingCredential,
  tenantId: v.nullable(v.string()),
  /** The account service has refused to link it, so the user must sign in with the original method. */
  isRefused: v.boolean(),
})

export type PendingLinks = TenantNote<v.InferOutput<typeof pendingLink>>

export function createPendingLinks(storage: SafeStorage, now: () => number): PendingLinks {
  return createTenantNote(noteNames.pendingLink, pendingLink, storage, now)
}

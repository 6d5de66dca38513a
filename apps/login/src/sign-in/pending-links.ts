import * as v from 'valibot'
import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

export const pendingCredential = v.object({
  providerId: v.string(),
  email: v.string(),
  accountProviders: v.array(v.string()),
  accessToken: v.string(),
  json: v.custom<object>((json) => json instanceof Object),
})

/** A credential on its way to the account that has its address (C10). */
const pendingLink = v.object({
  credential: pendingCredential,
  tenantId: v.nullable(v.string()),
  /** The account service would not do it: the user must come in by the first way. */
  isRefused: v.boolean(),
})

export type PendingLinks = TenantNote<v.InferOutput<typeof pendingLink>>

export function createPendingLinks(storage: SafeStorage, now: () => number): PendingLinks {
  return createTenantNote(noteNames.pendingLink, pendingLink, storage, now)
}

import * as v from 'valibot'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'
import { askedLinkMs } from './forget-old-link.ts'
import { askedLinkKey } from './storage-keys.ts'
import { pendingCredential } from '../sign-in/pending-links.ts'

/**
 * A link that this browser asked for. What it is to do beside signing in stays here: a credential that
 * came with the email would be connected by anyone who opens it, and the credential may be a stranger's.
 */
const askedLink = v.object({
  id: v.string(),
  tenantId: v.nullable(v.string()),
  /** The query of the sign-in request, to which the user returns. */
  search: v.string(),
  /** To be connected to the account. */
  credential: v.nullable(pendingCredential),
})

export type AskedLink = v.InferOutput<typeof askedLink>
export type AskedLinks = TenantNote<AskedLink>

/** @param storage of the whole browser, because an email opens its link in a tab of its own */
export function createAskedLinks(storage: SafeStorage, now: () => number): AskedLinks {
  return createTenantNote(askedLinkKey, askedLink, storage, now, askedLinkMs)
}

import * as v from 'valibot'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'
import { askedLinkKey, askedLinkMs } from '../browser/note-names.ts'
import { pendingCredential } from './pending-links.ts'

/**
 * A link that was requested from this browser, with what it should do besides signing in. This stays in the browser: if
 * the email contained the credential, anyone who opens the email would link it, and an attacker could send one.
 */
const askedLink = v.object({
  id: v.string(),
  /** Set for the method `emailLink`: proves to our server that this browser has requested the link. */
  secret: v.exactOptional(v.string()),
  tenantId: v.nullable(v.string()),
  /** The query of the sign-in request, to which the user returns. */
  search: v.string(),
  /** The credential to link to the account. */
  credential: v.nullable(pendingCredential),
})

export type AskedLink = v.InferOutput<typeof askedLink>
export type AskedLinks = TenantNote<AskedLink>

/** @param storage of the whole browser, because the email opens the link in a new tab */
export function createAskedLinks(storage: SafeStorage, now: () => number): AskedLinks {
  return createTenantNote(askedLinkKey, askedLink, storage, now, askedLinkMs)
}

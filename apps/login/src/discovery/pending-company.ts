import * as v from 'valibot'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createTenantNote } from '../browser/tenant-note.ts'
import type { TenantNote } from '../browser/tenant-note.ts'

/** A code that was requested from this tab and not entered yet. A reload returns to its step. */
const pendingCompany = v.object({
  /** The company is not known yet. */
  tenantId: v.nullable(v.string()),
  id: v.string(),
  /** Binds the code to this browser. */
  secret: v.string(),
  email: v.string(),
  /** When another email may be requested, in milliseconds since the epoch. */
  resendAt: v.number(),
})

export type PendingCompany = v.InferOutput<typeof pendingCompany>
export type PendingCompanies = TenantNote<PendingCompany>

/** The email may take a while to arrive, and the code is valid for ten minutes after that. */
const lifetimeMs = 30 * 60_000

/** @param storage of the tab */
export function createPendingCompanies(storage: SafeStorage, now: () => number): PendingCompanies {
  return createTenantNote('foyer:company', pendingCompany, storage, now, lifetimeMs)
}

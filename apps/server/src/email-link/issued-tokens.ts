import { readAudit, type AuditedAction } from '../audit/audit-trail.ts'
import type { Account } from '../identity/identity-platform.ts'
import type { Queries } from '../store/tables.ts'

/** An hour, and a minute for clocks. */
const validMs = 3_660_000

const issuing = new Set<string>(['custom-token', 'sign-in-link'] satisfies AuditedAction[])

/**
 * Whether a custom token for the account may still be valid. Nobody can take it back, and it signs in again and again. Who has
 * changed the email address for a while could get one with a mailbox or a provider of their own.
 */
export async function mayHaveCustomToken(
  queries: Queries,
  { uid, tenantId }: Pick<Account, 'uid' | 'tenantId'>,
): Promise<boolean> {
  const { records } = await readAudit(queries, { since: new Date(Date.now() - validMs), uid })
  return records.some(
    (entry) => issuing.has(entry.action) && entry.outcome === 'done' && entry.tenantId === tenantId,
  )
}

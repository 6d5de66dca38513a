import { tenantOfColumn, type Queries } from '../store/tables.ts'

export type AuditedAction =
  | 'registration'
  | 'registration-mail'
  | 'welcome'
  | 'custom-token'
  | 'sign-in-link-mail'
  | 'sign-in-link'
  | 'company-mail'
  | 'company-code'
  | 'email-link-mail'
  | 'email-link'
  | 'password-link-mail'
  | 'new-password'

export interface AuditEntry {
  action: AuditedAction
  /** `done`, or the error code of the refusal. */
  outcome: string
  uid?: string
  tenantId?: string | null
  /** Keyed hash of the email address that the entry is about. */
  subject?: string
  requestId?: string | null
}

export interface AuditRecord {
  at: string
  action: string
  outcome: string
  uid: string | null
  tenantId: string | null
  subject: string | null
  requestId: string | null
}

export interface AuditFilter {
  since: Date | null
  /** Entries before this time. */
  until?: Date | null
  uid: string | null
}

export interface AuditAnswer {
  /** Sorted by time, oldest first. */
  records: AuditRecord[]
  /** There are earlier entries that match. */
  isTruncated: boolean
}

export const maxRecords = 10_000

/** Call it in the transaction of the recorded change, so that either both are stored or neither is. */
export async function recordAudit(queries: Queries, entry: AuditEntry): Promise<void> {
  await queries
    .insertInto('audit')
    .values({
      action: entry.action,
      outcome: entry.outcome,
      uid: entry.uid ?? null,
      tenant_id: entry.tenantId ?? null,
      subject: entry.subject ?? null,
      request_id: entry.requestId ?? null,
    })
    .execute()
}

/** Returns the latest entries that match. */
export async function readAudit(
  queries: Queries,
  { since, until = null, uid }: AuditFilter,
  limit = maxRecords,
): Promise<AuditAnswer> {
  let question = queries
    .selectFrom('audit')
    .select(['at', 'action', 'outcome', 'uid', 'tenant_id', 'subject', 'request_id'])
  if (since !== null) question = question.where('at', '>=', since)
  if (until !== null) question = question.where('at', '<', until)
  if (uid !== null) question = question.where('uid', '=', uid)
  const rows = await question
    .orderBy('at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit + 1)
    .execute()
  const records = rows.slice(0, limit).map((row) => ({
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    uid: row.uid,
    tenantId: row.tenant_id === null ? null : tenantOfColumn(row.tenant_id),
    subject: row.subject,
    requestId: row.request_id,
  }))
  return { records: records.toReversed(), isTruncated: rows.length > limit }
}

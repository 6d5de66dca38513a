import { tenantOfColumn, type Queries } from '../store/tables.ts'

export type AuditedAction =
  | 'registration'
  | 'registration-mail'
  | 'welcome'
  | 'custom-token'
  | 'sign-in-link-mail'
  | 'sign-in-link'

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
  uid: string | null
}

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

/** Sorted by time, oldest first. Returns at most the latest ten thousand entries. */
export async function readAudit(
  queries: Queries,
  { since, uid }: AuditFilter,
): Promise<AuditRecord[]> {
  let question = queries
    .selectFrom('audit')
    .select(['at', 'action', 'outcome', 'uid', 'tenant_id', 'subject', 'request_id'])
  if (since !== null) question = question.where('at', '>=', since)
  if (uid !== null) question = question.where('uid', '=', uid)
  const rows = await question.orderBy('audit.id', 'desc').limit(10_000).execute()
  return rows.toReversed().map((row) => ({
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    uid: row.uid,
    tenantId: row.tenant_id === null ? null : tenantOfColumn(row.tenant_id),
    subject: row.subject,
    requestId: row.request_id,
  }))
}

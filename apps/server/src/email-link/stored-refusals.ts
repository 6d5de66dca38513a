import { isSameEmail } from '@foyer/contract/email-address'
import { sql } from 'kysely'
import * as v from 'valibot'
import { issuedCodes } from '../email-code/email-codes.ts'
import { nextDue } from '../store/due-row.ts'
import type { Database, Queries } from '../store/tables.ts'
import { seal, unseal, type SealKey } from './seal.ts'

const mailboxSchema = v.object({ email: v.string(), tenantId: v.nullable(v.string()) })

interface StoredRefusal extends v.InferOutput<typeof mailboxSchema> {
  linkId: string
}

/**
 * A request takes less than the minute. Later it is a tenth of the time since the refusal, which has set the end of the wait
 * an hour back: one that cannot be finished must not delay the others.
 */
const nextTry = sql<Date>`
  now() + greatest(interval '1 minute', (now() - interval '1 hour' - expires_at) / 10)`

/** Stores that the account of a link is to be taken back. The row of the link has no email address that anyone can read. */
export async function storeRefusal(
  queries: Queries,
  { linkId, ...mailbox }: StoredRefusal,
  key: SealKey,
): Promise<void> {
  await queries
    .updateTable('email_codes')
    .set({ refusal: seal(JSON.stringify(mailbox), key), refusal_due_at: nextTry })
    .where('id', '=', linkId)
    .execute()
}

/** Takes a refusal that was not finished, with the sealed codes of its link. It is due again after a pause. */
export async function takeUnfinishedRefusal(
  database: Database,
  key: SealKey,
): Promise<(StoredRefusal & { issued: string[] }) | null> {
  const row = await database
    .updateTable('email_codes')
    .set({ refusal_due_at: nextTry })
    .where('id', '=', nextDue({ table: 'email_codes', column: 'refusal_due_at' }))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.refusal === null) return null
  return { ...mailboxIn(row.refusal, key), linkId: row.id, issued: issuedCodes(row.sign_in_codes) }
}

function mailboxIn(refusal: string, key: SealKey) {
  return v.parse(v.pipe(v.string(), v.parseJson(), mailboxSchema), unseal(refusal, key))
}

/**
 * Tries the other refusals for a mailbox at once. When its account is enabled again, what a browser got with another link is of
 * use, and can only then be used up.
 */
export async function hurryRefusals(
  queries: Queries,
  { email, tenantId }: Omit<StoredRefusal, 'linkId'>,
  key: SealKey,
): Promise<void> {
  const rows = await queries
    .selectFrom('email_codes')
    .select(['id', 'refusal'])
    .where('refusal_due_at', 'is not', null)
    .execute()
  const isOfMailbox = (refusal: string | null): boolean => {
    try {
      const other = mailboxIn(refusal ?? '', key)
      return other.tenantId === tenantId && isSameEmail(other.email, email)
    } catch {
      // Of another version, or with another key.
      return false
    }
  }
  for (const { id, refusal } of rows) {
    if (!isOfMailbox(refusal)) continue
    await queries
      .updateTable('email_codes')
      .set({ refusal_due_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('refusal_due_at', 'is not', null)
      .execute()
  }
}

export async function endRefusal(queries: Queries, linkId: string): Promise<void> {
  await queries
    .updateTable('email_codes')
    .set({ refusal: null, refusal_due_at: null })
    .where('id', '=', linkId)
    .execute()
}

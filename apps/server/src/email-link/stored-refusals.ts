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
  const mailbox = v.parse(
    v.pipe(v.string(), v.parseJson(), mailboxSchema),
    unseal(row.refusal, key),
  )
  return { ...mailbox, linkId: row.id, issued: issuedCodes(row.sign_in_codes) }
}

export async function endRefusal(queries: Queries, linkId: string): Promise<void> {
  await queries
    .updateTable('email_codes')
    .set({ refusal: null, refusal_due_at: null })
    .where('id', '=', linkId)
    .execute()
}

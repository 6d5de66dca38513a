import { sql } from 'kysely'
import * as v from 'valibot'
import { issuedCodes } from '../email-code/email-codes.ts'
import type { Database, Queries } from '../store/tables.ts'
import { seal, unseal, type SealKey } from './seal.ts'

const mailboxSchema = v.object({ email: v.string(), tenantId: v.nullable(v.string()) })

interface StoredRefusal extends v.InferOutput<typeof mailboxSchema> {
  linkId: string
}

/** A request takes less. */
const pause = sql<Date>`now() + interval '1 minute'`

/** Stores that the account of a link is to be taken back. The row of the link has no email address that anyone can read. */
export async function storeRefusal(
  queries: Queries,
  { linkId, ...mailbox }: StoredRefusal,
  key: SealKey,
): Promise<void> {
  await queries
    .updateTable('email_codes')
    .set({ refusal: seal(JSON.stringify(mailbox), key), refusal_due_at: pause })
    .where('id', '=', linkId)
    .execute()
}

/** Takes a refusal that was not finished, with the sealed codes of its link. It is due again after a minute. */
export async function takeUnfinishedRefusal(
  database: Database,
  key: SealKey,
): Promise<(StoredRefusal & { issued: string[] }) | null> {
  const row = await database
    .updateTable('email_codes')
    .set({ refusal_due_at: pause })
    .where(
      'id',
      '=',
      sql<string>`(
        select id from email_codes where refusal_due_at <= now()
        order by refusal_due_at limit 1 for update skip locked
      )`,
    )
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.refusal === null) return null
  const mailbox = v.parse(
    v.pipe(v.string(), v.parseJson(), mailboxSchema),
    unseal(row.refusal, key),
  )
  return { ...mailbox, linkId: row.id, issued: issuedCodes(row.sign_in_codes) }
}

/** The account was taken back, and nothing that was issued is of use. */
export async function endRefusal(database: Database, linkId: string): Promise<void> {
  await database
    .updateTable('email_codes')
    .set({ refusal: null, refusal_due_at: null })
    .where('id', '=', linkId)
    .execute()
}

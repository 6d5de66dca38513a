import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../store/tables.ts'

interface Press {
  linkId: string
  /** Made by the page for one press of its button. */
  idempotencyKey: string
  /** When the link expires, and need not be remembered any longer. */
  until: Date
}

/**
 * Whether the link was unused until now. The same press is answered again, because the answer to it may
 * have been lost on its way.
 */
export async function spendLink(
  transaction: Queries,
  { linkId, idempotencyKey, until }: Press,
): Promise<boolean> {
  const use = hash(`sign-in link ${linkId}`)
  const press = hash(`sign-in link ${linkId} ${idempotencyKey.toLowerCase()}`)
  await transaction
    .deleteFrom('spent_tokens')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const first = await transaction
    .insertInto('spent_tokens')
    .values({ token_hash: use, expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  if (first !== undefined) {
    await transaction
      .insertInto('spent_tokens')
      .values({ token_hash: press, expires_at: until })
      .execute()
    return true
  }
  const repeated = await transaction
    .selectFrom('spent_tokens')
    .select('token_hash')
    .where('token_hash', '=', press)
    .executeTakeFirst()
  return repeated !== undefined
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

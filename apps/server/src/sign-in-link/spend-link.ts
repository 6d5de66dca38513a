import { createHash } from 'node:crypto'
import type { Queries } from '../store/tables.ts'

interface Press {
  linkId: string
  /** The page creates one key for each press of its button. */
  idempotencyKey: string
  /** When the link expires. After that the use need not be stored. */
  until: Date
}

/**
 * Marks the link as used, and returns false if another press has used it. A repetition of the same press
 * returns true again, because the response to it may have been lost.
 */
export async function spendLink(
  transaction: Queries,
  { linkId, idempotencyKey, until }: Press,
): Promise<boolean> {
  const use = hashOfUse(linkId)
  const press = hashOfPress({ linkId, idempotencyKey })
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
  return wasPressed(transaction, { linkId, idempotencyKey })
}

/** Whether any press has used the link. */
export async function isSpent(queries: Queries, linkId: string): Promise<boolean> {
  return isStored(queries, hashOfUse(linkId))
}

/** Whether this press has used the link before. */
export async function wasPressed(
  queries: Queries,
  press: Pick<Press, 'linkId' | 'idempotencyKey'>,
): Promise<boolean> {
  return isStored(queries, hashOfPress(press))
}

async function isStored(queries: Queries, tokenHash: string): Promise<boolean> {
  const row = await queries
    .selectFrom('spent_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

const hashOfUse = (linkId: string): string => hash(`sign-in link ${linkId}`)

function hashOfPress({ linkId, idempotencyKey }: Pick<Press, 'linkId' | 'idempotencyKey'>): string {
  return hash(`sign-in link ${linkId} ${idempotencyKey.toLowerCase()}`)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

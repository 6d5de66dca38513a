import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { codeLength } from '@foyer/contract/email-code'
import { emailKey } from '@foyer/contract/email-address'
import { sql } from 'kysely'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { Database, Queries } from '../store/tables.ts'

/** A browser that waits for the code which was sent to an email address. */
export interface WaitingBrowser {
  id: string
  /** Known to this browser alone. */
  secret: string
  email: string
  /** Set if the code is for a tenant that is known already. */
  tenantId?: string | null
}

/** The email may wait this long, while the mail server is down. After that the user has given up. */
const patience = '1 hour'
/** How long a code is valid, from the attempt to send it. */
const codeMinutes = 10
export const linkMinutes = 15
const maxTries = 3

/** Stores that a browser waits. A repeated request changes nothing. */
export async function awaitCode(queries: Queries, waiting: WaitingBrowser): Promise<void> {
  await queries
    .insertInto('email_codes')
    .values({
      id: waiting.id,
      browser_hash: hashOf(waiting),
      expires_at: sql<Date>`now() + ${sql.lit(patience)}::interval`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Call it before a code is sent. Returns false if nobody waits for it any more. */
export async function beginValidity(
  database: Database,
  id: string,
  minutes = codeMinutes,
): Promise<boolean> {
  const row = await database
    .updateTable('email_codes')
    .set({ expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The code is computed each time, so it is stored nowhere, and an email that is sent again has the same one. */
export function codeFor(id: string, { emailCode }: Pick<DerivedKeys, 'emailCode'>): string {
  const digest = createHmac('sha256', emailCode).update(id.toLowerCase()).digest()
  const number = Number(digest.readBigUInt64BE() % 10n ** BigInt(codeLength))
  return String(number).padStart(codeLength, '0')
}

/**
 * Counts one try in the waiting browser. `expired` if there may be no more: the code is too old, was tried too often, or
 * was requested by another browser. The work is the same in all cases.
 */
export async function tryCode(
  queries: Queries,
  waiting: WaitingBrowser,
  { code, keys }: { code: string; keys: Pick<DerivedKeys, 'emailCode'> },
): Promise<'right' | 'wrong' | 'expired'> {
  const isRight = timingSafeEqual(Buffer.from(code), Buffer.from(codeFor(waiting.id, keys)))
  const row = await queries
    .updateTable('email_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', waiting.id)
    .where('browser_hash', '=', hashOf(waiting))
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('tries')
    .executeTakeFirst()
  if (row === undefined) return 'expired'
  return isRight ? 'right' : 'wrong'
}

/** Whether this browser still waits, without counting a try. */
export async function isWaiting(queries: Queries, waiting: WaitingBrowser): Promise<boolean> {
  const row = await validRow(queries, waiting.id)
    .where('browser_hash', '=', hashOf(waiting))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether any browser still waits for the code of this id. */
export async function isAwaited(queries: Queries, id: string): Promise<boolean> {
  return (await validRow(queries, id).executeTakeFirst()) !== undefined
}

/** Ends the wait: the code and the link of this id are of no use any more. */
export async function endWait(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('email_codes').where('id', '=', id).execute()
}

const validRow = (queries: Queries, id: string) =>
  queries
    .selectFrom('email_codes')
    .select('id')
    .where('id', '=', id)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`now()`)

function hashOf({ secret, tenantId, email }: Omit<WaitingBrowser, 'id'>): string {
  return createHash('sha256')
    .update(`${secret} ${tenantId ?? ''} ${emailKey(email)}`)
    .digest('hex')
}

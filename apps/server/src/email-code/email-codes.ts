import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { codeLength } from '@foyer/contract/email-code'
import { emailKey } from '@foyer/contract/email-address'
import { sql } from 'kysely'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { Database, Queries } from '../store/tables.ts'

/** A browser that waits for the code which was sent to an email address. */
export interface WaitingBrowser extends CodeSubject {
  /** Known to this browser alone. */
  secret: string
}

/**
 * What a code is for. The browser chooses the id, so it could use one id for several email addresses: without the rest,
 * a code that was sent to its own mailbox would be valid for all of them.
 */
export interface CodeSubject {
  id: string
  purpose: 'company' | 'email-link'
  email: string
  /** Null if the tenant is not known yet, or is the project itself. */
  tenantId: string | null
}

/** The email may wait this long, while the mail server is down. After that the user has given up. */
const patience = '1 hour'
/** How long a code is valid, from the attempt to send it. */
export const codeMinutes = 10
export const linkMinutes = 15
const maxTries = 3

/** Stores that a browser waits. Call it only if an email was queued, because its owner must learn of each request. */
export async function awaitCode(queries: Queries, waiting: WaitingBrowser): Promise<void> {
  await queries
    .insertInto('email_codes')
    .values({
      id: keyOf(waiting),
      browser_hash: hashOf(waiting),
      expires_at: sql<Date>`now() + ${sql.lit(patience)}::interval`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface Validity {
  minutes: number
  /** Whether the email has the code. Otherwise it has a link that shows it. */
  hasCode: boolean
}

/**
 * Call it before an email is sent. Returns false if the wait was ended. That an earlier validity is over does not matter:
 * the attempt to send the email has failed then, and the pause before this one was longer.
 */
export async function beginValidity(
  database: Database,
  subject: CodeSubject,
  { minutes, hasCode }: Validity,
): Promise<boolean> {
  const row = await database
    .updateTable('email_codes')
    .set({
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
      ...(hasCode && { told_at: sql<Date>`now()` }),
    })
    .where('id', '=', keyOf(subject))
    .where('expires_at', '>', sql<Date>`now() - interval '55 minutes'`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The code is computed each time, so it is stored nowhere, and an email that is sent again has the same one. */
export function codeFor(
  subject: CodeSubject,
  { emailCode }: Pick<DerivedKeys, 'emailCode'>,
): string {
  const digest = createHmac('sha256', emailCode).update(textOf(subject)).digest()
  const number = Number(digest.readBigUInt64BE() % 10n ** BigInt(codeLength))
  return String(number).padStart(codeLength, '0')
}

/**
 * Counts a wrong code in the waiting browser. A code that nobody was told is wrong: otherwise a stranger who requests many
 * could guess one, and the owner of the mailbox would have done nothing. A right one is not counted: it is entered again
 * after a failure. `expired` if there may be no more: the code is too old, was tried too often, also with this try, or was
 * requested by another browser. The work is the same in all cases.
 */
export async function tryCode(
  queries: Queries,
  waiting: WaitingBrowser,
  { code, keys }: { code: string; keys: Pick<DerivedKeys, 'emailCode'> },
): Promise<'right' | 'wrong' | 'expired'> {
  const isMatch = timingSafeEqual(Buffer.from(code), Buffer.from(codeFor(waiting, keys)))
  const isRight = sql<boolean>`${isMatch}::boolean and told_at is not null`
  const row = await queries
    .updateTable('email_codes')
    .set({ tries: sql<number>`case when ${isRight} then tries else tries + 1 end` })
    .where('id', '=', keyOf(waiting))
    .where('browser_hash', '=', hashOf(waiting))
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['tries', isRight.as('isRight')])
    .executeTakeFirst()
  if (row?.isRight === true) return 'right'
  return row === undefined || row.tries >= maxTries ? 'expired' : 'wrong'
}

/** Whether this browser still waits, without counting a try. */
export async function isWaiting(queries: Queries, waiting: WaitingBrowser): Promise<boolean> {
  const row = await queries
    .selectFrom('email_codes')
    .select('id')
    .where('id', '=', keyOf(waiting))
    .where('browser_hash', '=', hashOf(waiting))
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Call it before a code is shown. Returns false if no browser waits for it any more. */
export async function tellCode(queries: Queries, subject: CodeSubject): Promise<boolean> {
  const row = await queries
    .updateTable('email_codes')
    .set({ told_at: sql<Date>`now()` })
    .where('id', '=', keyOf(subject))
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the wait was not ended. Nobody can end it until the transaction is over. */
export async function holdWait(transaction: Queries, subject: CodeSubject): Promise<boolean> {
  const row = await transaction
    .selectFrom('email_codes')
    .select('id')
    .where('id', '=', keyOf(subject))
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** A dozen. The same press may be repeated, because its response can be lost. */
const mostSignInCodes = 2_000

/** Keeps a sealed code that is issued to the waiting browser. Returns false if it has had too many. */
export async function keepSignInCode(
  queries: Queries,
  subject: CodeSubject,
  sealed: string,
): Promise<boolean> {
  const row = await queries
    .updateTable('email_codes')
    .set({ sign_in_codes: sql<string>`concat(sign_in_codes, ' ', ${sealed}::text)` })
    .where('id', '=', keyOf(subject))
    .where(sql<number>`length(coalesce(sign_in_codes, ''))`, '<', mostSignInCodes)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends the wait: the code and its link are of no use any more. The row stays, so that this can be repeated.
 *
 * @returns the sealed codes that were issued to the browser
 */
export async function endWait(queries: Queries, subject: CodeSubject): Promise<string[]> {
  const row = await queries
    .updateTable('email_codes')
    // Before the beginning of any transaction that waits for this one, but not so long ago that the row is deleted.
    .set({ expires_at: sql<Date>`least(expires_at, now() - interval '1 hour')` })
    .where('id', '=', keyOf(subject))
    .returning('sign_in_codes')
    .executeTakeFirst()
  return issuedCodes(row?.sign_in_codes)
}

/** The sealed codes in a row. */
export function issuedCodes(stored: string | null | undefined): string[] {
  return stored?.trim().split(' ') ?? []
}

/** The id of the row, a UUID. Subjects that have the id of the browser in common have different rows. */
export function keyOf(subject: CodeSubject): string {
  const digest = createHash('sha256').update(textOf(subject)).digest('hex')
  return digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function hashOf({ secret, ...subject }: WaitingBrowser): string {
  return createHash('sha256')
    .update(`${secret} ${textOf(subject)}`)
    .digest('hex')
}

function textOf({ id, purpose, tenantId, email }: CodeSubject): string {
  return `${id.toLowerCase()} ${purpose} ${tenantId ?? ''} ${emailKey(email)}`
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries } from '../store/tables.ts'

/**
 * How far a refusal has come, also in an earlier try. `closed` is about an account: a refusal disables it, so that only a
 * refusal may enable it again. The others are about a link. `opened`: the account was taken back, but another server may still
 * disable it.
 */
type Step = 'codes-used-up' | 'closed' | 'opened' | 'finished'

const hashOf = (step: Step, subject: string): string =>
  createHash('sha256').update(`refusal ${step} ${subject}`).digest('hex')

/** Returns whether it was not noted before. By its end, nobody can refuse the link, and no refusal is stored. */
export async function note(queries: Queries, step: Step, subject: string): Promise<boolean> {
  const row = await queries
    .insertInto('spent_tokens')
    .values({ token_hash: hashOf(step, subject), expires_at: sql<Date>`now() + interval '1 day'` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function isNoted(queries: Queries, step: Step, subject: string): Promise<boolean> {
  const row = await queries
    .selectFrom('spent_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashOf(step, subject))
    .executeTakeFirst()
  return row !== undefined
}

export async function removeNote(queries: Queries, step: Step, subject: string): Promise<void> {
  await queries.deleteFrom('spent_tokens').where('token_hash', '=', hashOf(step, subject)).execute()
}

import { randomUUID } from 'node:crypto'
import { linkOrigin } from '@foyer/contract/email-link'
import { sql } from 'kysely'
import * as v from 'valibot'
import { nextDue } from '../store/due-row.ts'
import type { Database, OutboxTable, Queries } from '../store/tables.ts'

const contentSchema = v.object({
  to: v.string(),
  firstName: v.string(),
  language: v.picklist(['tr', 'en']),
  /** The tenant of the account that the email is about. */
  tenantId: v.optional(v.nullable(v.string()), null),
  /** Who has requested the link, for the method `emailLink`. */
  origin: v.exactOptional(linkOrigin),
})

/** With the pauses between them, about one day. */
export const maxAttempts = 30

/** The data of an email that is stored nowhere else. */
export type MailContent = v.InferInput<typeof contentSchema>

export type MailKind = OutboxTable['kind']

export interface QueuedMail {
  id: string
  kind: MailKind
  /** The id of the registration, the link or the code that the email is about. */
  subjectId: string
  attempts: number
  createdAt: Date
  content: v.InferOutput<typeof contentSchema>
}

const latestMs = 3_600_000

/** Whether the user who has requested an email has given up by now, or has requested another one: after an hour. */
export function isTooLate({ createdAt }: Pick<QueuedMail, 'createdAt'>): boolean {
  return Date.now() - createdAt.getTime() > latestMs
}

/**
 * Call it in the transaction of the change that the email is about. A second email of the same kind about the
 * same subject is not queued.
 *
 * @returns whether it is the first one
 */
export async function queueMail(
  queries: Queries,
  kind: MailKind,
  subjectId: string,
  content: MailContent,
): Promise<boolean> {
  const row = await queries
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      kind,
      registration_id: subjectId,
      content: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.constraint('outbox_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes one email that is due, with a lease of one minute. If its worker dies, another worker takes the email
 * when the lease expires. No two workers get the same email, even in different instances.
 */
export async function takeMail(database: Database): Promise<QueuedMail | null> {
  const row = await database
    .updateTable('outbox')
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: sql<Date>`now() + interval '1 minute'`,
    })
    .where('id', '=', nextDue({ table: 'outbox', column: 'due_at', state: 'waiting' }))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.content === null) return null
  const { id, kind, attempts, registration_id: subjectId } = row
  const content = v.safeParse(contentSchema, jsonIn(row.content))
  if (content.success)
    return { id, kind, attempts, createdAt: row.created_at, subjectId, content: content.output }
  // Another version of the server may be able to read it. Until then it must not be the first in the queue.
  if (attempts >= maxAttempts) await finishMail(database, id, 'failed')
  else await postponeMail(database, row)
  throw new Error('an email in the outbox cannot be read')
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Extends the lease of an email that is being sent: a slow mail server may take longer than a minute. */
export async function keepMail(database: Database, { id }: QueuedMail): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ due_at: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Stores the final state of an email and deletes its content. */
export async function finishMail(
  database: Database,
  id: string,
  state: 'sent' | 'failed' | 'dropped',
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ state, content: null, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function postponeMail(
  database: Database,
  { id, attempts }: Pick<QueuedMail, 'id' | 'attempts'>,
): Promise<void> {
  const seconds = Math.min(5 * 2 ** attempts, 3_600)
  await database
    .updateTable('outbox')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
}

export interface OutboxState {
  waiting: number
  oldestSeconds: number
}

export async function outboxState(database: Database): Promise<OutboxState> {
  return database
    .selectFrom('outbox')
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as(
        'oldestSeconds',
      ),
    ])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
}

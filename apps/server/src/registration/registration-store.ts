import { createHash, randomUUID } from 'node:crypto'
import type { Registration, RegistrationRequest } from '@foyer/contract/registration'
import { sql } from 'kysely'
import {
  tenantColumn,
  tenantOfColumn,
  type Queries,
  type RegistrationState,
} from '../store/tables.ts'
import { ServerError } from '../errors/server-error.ts'

/** A registration in the database. */
export interface StoredRegistration {
  id: string
  state: RegistrationState
  tenantId: string | null
  uid: string
  language: 'tr' | 'en'
  requestId: string | null
  attempts: number
  createdAt: Date
  finishedAt: Date | null
  /** Null after the registration is finished. The data is then in the account. */
  person: Registration | null
}

/**
 * What an idempotency key was used for. A request for an email proves nothing, so repeating it never returns
 * an account.
 */
export type KeyPurpose = 'invitation' | 'mail' | 'confirmation'

export interface UsedKey {
  purpose: KeyPurpose
  bodyHash: string
  registration: StoredRegistration
}

/** Hashes of a request. Neither the key nor the body can be read from them. */
export interface Fingerprint {
  keyHash: string
  bodyHash: string
}

export function fingerprintOf(idempotencyKey: string, body: object): Fingerprint {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    keyHash: hash(idempotencyKey.toLowerCase()),
    bodyHash: hash(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))),
  }
}

export async function findByKey(queries: Queries, keyHash: string): Promise<UsedKey | null> {
  const row = await queries
    .selectFrom('idempotency_keys')
    .innerJoin('registrations', 'registrations.id', 'idempotency_keys.registration_id')
    .selectAll('registrations')
    .select(['purpose', 'body_hash'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (row === undefined) return null
  return { purpose: row.purpose, bodyHash: row.body_hash, registration: toRegistration(row) }
}

export async function findRegistration(queries: Queries, id: string) {
  const row = await queries
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

interface NewRegistration {
  request: RegistrationRequest
  tenantId: string | null
  /** The id of the invitation that it uses up. Null if the email address must be confirmed. */
  invitationId: string | null
  requestId: string
}

/** Returns null if the invitation is already used. */
export async function insertRegistration(
  queries: Queries,
  { request, tenantId, invitationId, requestId }: NewRegistration,
): Promise<StoredRegistration | null> {
  const row = await queries
    .insertInto('registrations')
    .values({
      id: randomUUID(),
      state: invitationId === null ? 'asked' : 'creating',
      tenant_id: tenantColumn(tenantId),
      uid: randomUUID().replaceAll('-', '').slice(0, 28),
      ...columnsOf(request),
      language: request.language,
      invitation_id: invitationId,
      request_id: requestId,
      due_at: sql<Date>`now() + interval '1 minute'`,
    })
    .onConflict((conflict) => conflict.column('invitation_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

/** The registration that used an invitation, locked until the transaction ends. */
export async function lockByInvitation(queries: Queries, invitationId: string) {
  const row = await queries
    .selectFrom('registrations')
    .selectAll()
    .where('invitation_id', '=', invitationId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

export async function lockRegistration(queries: Queries, id: string) {
  const row = await queries
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : toRegistration(row)
}

export async function updatePerson(
  queries: Queries,
  id: string,
  person: Registration,
): Promise<void> {
  await queries.updateTable('registrations').set(columnsOf(person)).where('id', '=', id).execute()
}

export async function startCreating(queries: Queries, id: string): Promise<void> {
  await queries
    .updateTable('registrations')
    .set({ state: 'creating', due_at: sql<Date>`now() + interval '1 minute'` })
    .where('id', '=', id)
    .execute()
}

/**
 * Rejects with `aborted` if another request with the same key was stored at the same moment. An invitation or a link has
 * one key, the latest, because it signs in one browser. Call it with a lock on the registration.
 */
export async function storeKey(
  queries: Queries,
  { keyHash, bodyHash }: Fingerprint,
  purpose: KeyPurpose,
  registrationId: string,
): Promise<void> {
  const row = await queries
    .insertInto('idempotency_keys')
    .values({ key_hash: keyHash, body_hash: bodyHash, purpose, registration_id: registrationId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst()
  if (row === undefined) throw new ServerError('aborted')
  await queries
    .deleteFrom('idempotency_keys')
    .where((where) => where.and({ registration_id: registrationId, purpose }))
    .where('key_hash', '<>', keyHash)
    .execute()
}

/** Returns whether this call finished the registration. */
export async function finish(
  queries: Queries,
  id: string,
  state: 'created' | 'refused',
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('registrations')
    .set({
      state,
      finished_at: sql<Date>`now()`,
      email: null,
      first_name: null,
      last_name: null,
      company: null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['asked', 'creating'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function storeAccount(
  queries: Queries,
  { tenantId, uid }: StoredRegistration,
  person: Registration,
): Promise<void> {
  await queries
    .insertInto('accounts')
    .values({ tenant_id: tenantColumn(tenantId), uid, ...columnsOf(person) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'uid']).doUpdateSet(columnsOf(person)))
    .execute()
}

export async function emailOfAccount(
  queries: Queries,
  uid: string,
  tenantId: string | null,
): Promise<string | null> {
  const row = await queries
    .selectFrom('accounts')
    .select('email')
    .where('tenant_id', '=', tenantColumn(tenantId))
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.email ?? null
}

function columnsOf({ email, firstName, lastName, company }: Registration) {
  return { email, first_name: firstName, last_name: lastName, company }
}

interface Row {
  id: string
  state: RegistrationState
  tenant_id: string
  uid: string
  email: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  language: 'tr' | 'en'
  request_id: string | null
  attempts: number
  created_at: Date
  finished_at: Date | null
}

export function toRegistration(row: Row): StoredRegistration {
  const { email, first_name: firstName, last_name: lastName, company } = row
  const isKept = email !== null && firstName !== null && lastName !== null && company !== null
  return {
    id: row.id,
    state: row.state,
    tenantId: tenantOfColumn(row.tenant_id),
    uid: row.uid,
    language: row.language,
    requestId: row.request_id,
    attempts: row.attempts,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    person: isKept ? { email, firstName, lastName, company } : null,
  }
}

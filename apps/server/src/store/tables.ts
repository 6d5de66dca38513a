import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

/** `''` is the project itself, outside any tenant: a key of a table cannot be null. */
export type TenantColumn = string

type CreatedAt = ColumnType<Date, never, never>

export interface Tables {
  accounts: AccountTable
  registrations: RegistrationTable
  idempotency_keys: IdempotencyKeyTable
  outbox: OutboxTable
  limits: LimitTable
  spent_tokens: SpentTokenTable
  proven_links: ProvenLinkTable
  turns: TurnTable
  audit: AuditTable
}

/** What the product knows of an account beside Identity Platform, which keeps the ways to sign in. */
interface AccountTable {
  tenant_id: TenantColumn
  uid: string
  email: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  created_at: CreatedAt
  /** When its first login was finished. */
  welcomed_at: Date | null
}

/**
 * `asked`: a mail is to be confirmed. `creating`: nothing is missing but the account at Identity
 * Platform. `created` and `refused` are final.
 */
export type RegistrationState = 'asked' | 'creating' | 'created' | 'refused'

interface RegistrationTable {
  id: string
  state: RegistrationState
  tenant_id: TenantColumn
  /** Chosen before the account exists, so that creating it can be repeated. */
  uid: string
  /** Personal data is here only until the account has it. */
  email: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  language: 'tr' | 'en'
  /** Of the invitation that this registration has used up. */
  invitation_id: string | null
  request_id: string | null
  attempts: Generated<number>
  /** When a worker continues an unfinished one without its user. */
  due_at: Generated<Date>
  created_at: CreatedAt
  finished_at: Date | null
}

/** What a key was first used for: the same request gets the same answer. */
interface IdempotencyKeyTable {
  key_hash: string
  body_hash: string
  purpose: 'invitation' | 'mail' | 'confirmation'
  registration_id: string
  created_at: CreatedAt
}

interface OutboxTable {
  id: string
  kind: 'account-created' | 'registration-asked' | 'sign-in-link'
  /** The id of the registration or the sign-in link that it is about. */
  registration_id: string
  /** `failed`: the mail server did not take it. `dropped`: it was not sent, because nothing in it would be true any more. */
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
  /** Emptied once the mail is settled. */
  content: string | null
  attempts: Generated<number>
  /** Not to be taken up before: the wait after a failure, or the lease of the one at work. */
  due_at: Generated<Date>
  created_at: CreatedAt
  finished_at: Date | null
}

interface LimitTable {
  key: string
  count: number
  ends_at: Date
}

interface SpentTokenTable {
  token_hash: string
  expires_at: Date
}

/** Which account a person of a provider was proven to own. */
interface ProvenLinkTable {
  provider_id: string
  /** The provider's directory; `''` for a provider with but one. */
  directory: string
  subject: string
  tenant_id: TenantColumn
  uid: string
  proven_at: Generated<Date>
}

/** Work that one instance does at a time. A turn that is not renewed is over. */
interface TurnTable {
  key: string
  holder: string
  expires_at: Date
}

interface AuditTable {
  id: GeneratedAlways<string>
  at: CreatedAt
  action: string
  outcome: string
  uid: string | null
  tenant_id: string | null
  /** Keyed hash of an email address: tells the same from another, and nothing else. */
  subject: string | null
  request_id: string | null
}

export type Database = Kysely<Tables>

/** A database or a transaction in it. Inside a transaction nothing but the transaction may be asked. */
export type Queries = Database | Transaction<Tables>

export const tenantColumn = (tenantId: string | null): TenantColumn => tenantId ?? ''
export const tenantOfColumn = (column: TenantColumn): string | null => column || null

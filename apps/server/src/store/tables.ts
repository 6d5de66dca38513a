import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely'

/** `''` is the project level, because a primary key cannot contain null. */
export type TenantColumn = string

type CreatedAt = ColumnType<Date, never, never>

export interface Tables {
  accounts: AccountTable
  registrations: RegistrationTable
  idempotency_keys: IdempotencyKeyTable
  outbox: OutboxTable
  limits: LimitTable
  spent_tokens: SpentTokenTable
  email_codes: EmailCodeTable
  proven_links: ProvenLinkTable
  turns: TurnTable
  audit: AuditTable
}

/** Data about an account that is not in Identity Platform. The sign-in methods are only there. */
interface AccountTable {
  tenant_id: TenantColumn
  uid: string
  email: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  created_at: CreatedAt
  /** When its first login was completed. */
  welcomed_at: Date | null
}

/**
 * `asked`: waits until the user opens the link in the email. `creating`: only the account at Identity
 * Platform is missing. `created` and `refused` are final.
 */
export type RegistrationState = 'asked' | 'creating' | 'created' | 'refused'

interface RegistrationTable {
  id: string
  state: RegistrationState
  tenant_id: TenantColumn
  /** Chosen before the account exists, so that its creation can be repeated. */
  uid: string
  /** Personal data, which is deleted from here when the account has it. */
  email: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  language: 'tr' | 'en'
  /** The id of the invitation that this registration has used. */
  invitation_id: string | null
  request_id: string | null
  attempts: Generated<number>
  /** When a worker continues the registration without its user. */
  due_at: Generated<Date>
  created_at: CreatedAt
  finished_at: Date | null
}

/** The first use of an idempotency key, so that a repeated request gets the same response. */
interface IdempotencyKeyTable {
  key_hash: string
  body_hash: string
  purpose: 'invitation' | 'mail' | 'confirmation'
  registration_id: string
  created_at: CreatedAt
}

export interface OutboxTable {
  id: string
  kind:
    | 'account-created'
    | 'registration-asked'
    | 'sign-in-link'
    | 'company-code'
    | 'password-link'
    | 'password-changed'
    | 'email-link'
  /** The id of the registration, the link or the code that the email is about. */
  registration_id: string
  /**
   * `failed`: the mail server did not accept it. `dropped`: it was not sent, because its content was out of
   * date.
   */
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
  /** Null once the email has a final state. */
  content: string | null
  attempts: Generated<number>
  /**
   * The earliest time of the next attempt: after the pause that follows a failure, or when the current
   * worker's lease expires.
   */
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

/** Browsers that wait for a code from an email. The code itself is stored nowhere. */
interface EmailCodeTable {
  id: string
  /** Hash of the browser's secret and the email address, both of which only the browser sends. */
  browser_hash: string
  tries: Generated<number>
  expires_at: Date
  /** When its owner got the code. Until then nobody can know it, so who enters it has guessed it. */
  told_at: Date | null
  /** The codes of Identity Platform that were issued for an email link, encrypted, with spaces between them. */
  sign_in_codes: string | null
  /** Whose account must be taken back, encrypted. Null if it needs not, or was. */
  refusal: string | null
  /** When a worker continues it. */
  refusal_due_at: Date | null
}

/** Which account was verified to belong to a provider's user. */
interface ProvenLinkTable {
  provider_id: string
  /** The provider's directory. `''` for a provider with only one. */
  directory: string
  subject: string
  tenant_id: TenantColumn
  uid: string
  proven_at: Generated<Date>
}

/** Leases for work that only one instance may do at a time. A lease that is not renewed expires. */
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
  /**
   * Keyed hash of an email address. Entries about the same email address have the same hash; it reveals
   * nothing else.
   */
  subject: string | null
  request_id: string | null
}

export type Database = Kysely<Tables>

/** A database or a transaction in it. Inside a transaction, use only the transaction. */
export type Queries = Database | Transaction<Tables>

export const tenantColumn = (tenantId: string | null): TenantColumn => tenantId ?? ''
export const tenantOfColumn = (column: TenantColumn): string | null => column || null

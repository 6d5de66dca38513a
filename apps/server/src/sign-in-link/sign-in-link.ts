import { emailKey } from '@foyer/contract/email-address'
import type { Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import type { Account, IdentityPlatform } from '../identity/identity-platform.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { checkServed, tenantOfParameter } from '../tenants/served-tenants.ts'
import type { Limiter } from '../limits/limiter.ts'
import { mailboxOf } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import { pseudonymOf, type OwnKeys } from '../keys/own-keys.ts'
import { verifyLink, type SignInLink } from './link-token.ts'
import { wayToSignIn } from './may-use-link.ts'
import { spendLink } from './spend-link.ts'

export interface SignInLinkPorts {
  database: Database
  identity: IdentityPlatform
  keys: OwnKeys
  limiter: Limiter
  tenants: ServedTenants
}

interface Asked {
  email: string
  tid: string | null
  language: 'tr' | 'en'
  /** The link's id: a repeated request is the same link. */
  id: string
  requestId: string
}

interface Used {
  link: string
  idempotencyKey: string
  requestId: string
}

const mailsToOneAddress = { name: 'sign-in-link-mail', max: 5, seconds: 3_600 }

/**
 * Queues an email, no matter who owns the email address. Nothing here looks whether it has an account: the
 * email's worker does, so that neither the answer, nor its time, nor the number of emails can tell.
 */
export async function askForSignInLink(
  { email, tid, language, id, requestId }: Asked,
  { database, keys, limiter, tenants }: SignInLinkPorts,
): Promise<void> {
  const tenantId = tenantOfParameter(tid, tenants)
  await limiter.take(mailsToOneAddress, mailboxOf(email))
  await database.transaction().execute(async (transaction) => {
    const content = { to: email, firstName: '', language, tenantId }
    await queueMail(transaction, 'sign-in-link', id, content)
    await recordAudit(transaction, {
      action: 'sign-in-link-mail',
      outcome: 'asked',
      tenantId,
      subject: pseudonymOf(emailKey(email), keys),
      requestId,
    })
  })
}

/** A press on the page that a link opens: a custom token for the account, once. */
export async function redeemSignInLink(
  { link, idempotencyKey, requestId }: Used,
  { database, identity, keys, tenants }: SignInLinkPorts,
): Promise<string> {
  const { id, expiresAt, ...proof } = await verifyLink(link, keys.signInLink)
  const { uid, tenantId } = proof
  const entry = { action: 'sign-in-link', tenantId, requestId } as const
  const refuse = async (code: 'sign-in-link-expired' | 'user-disabled') => {
    await recordAudit(database, { ...entry, outcome: code, uid })
    throw new ServerError(code)
  }

  checkServed(tenantId, tenants)
  const account = await identity.accountByUid(uid, tenantId)
  if (account?.disabled === true) await refuse('user-disabled')
  if (!isStillProven(account, proof)) await refuse('sign-in-link-expired')
  // Before the link is spent: this may fail, and the press be repeated.
  const customToken = await identity.customTokenFor(uid, tenantId)
  const isUnused = await database.transaction().execute(async (transaction) => {
    const press = { linkId: id, idempotencyKey, until: expiresAt }
    if (!(await spendLink(transaction, press))) return false
    await recordAudit(transaction, { ...entry, outcome: 'done', uid })
    return true
  })
  if (!isUnused) await refuse('sign-in-link-expired')
  return customToken
}

/** The link names the account and the email address that it was sent to; both have to be as they were. */
function isStillProven(account: Account | null, { email }: Pick<SignInLink, 'email'>): boolean {
  return wayToSignIn(account, email).kind === 'link'
}

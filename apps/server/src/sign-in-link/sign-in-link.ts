import { emailKey } from '@foyer/contract/email-address'
import type { Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import type { Account, IdentityPlatform } from '../identity/identity-platform.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { checkServed, tenantOfParameter } from '../tenants/served-tenants.ts'
import type { Limiter } from '../limits/limiter.ts'
import { takeEmail } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import { verifyLink, type SignInLink } from './link-token.ts'
import { allowedSignIn } from './allowed-sign-in.ts'
import { spendLink } from './spend-link.ts'

export interface SignInLinkDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  limiter: Limiter
  tenants: ServedTenants
}

interface Asked {
  email: string
  tid: string | null
  language: 'tr' | 'en'
  /** The id of the link. A repeated request has the same id. */
  id: string
  /** The network of the browser, for the limits. */
  client: string
  requestId: string
}

interface Used {
  link: string
  idempotencyKey: string
  requestId: string
}

/**
 * Queues an email, no matter who owns the email address. Does not check whether there is an account; the
 * worker that sends the email does. So neither the response, nor its timing, nor the number of emails reveals
 * who has an account.
 */
export async function requestSignInLink(
  { email, tid, language, id, client, requestId }: Asked,
  { database, keys, limiter, tenants }: SignInLinkDeps,
): Promise<void> {
  const tenantId = tenantOfParameter(tid, tenants)
  await takeEmail(limiter, 'sign-in-link-mail', { email, client })
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

/**
 * Handles the press of the button on the page that a link opens: returns a custom token for the account, once
 * per link.
 */
export async function redeemSignInLink(
  { link, idempotencyKey, requestId }: Used,
  { database, identity, keys, tenants }: SignInLinkDeps,
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
  // Before the link is marked as used: if this call fails, the user can press again.
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

/** The account must still have the email address that the link was sent to, and still allow a link. */
function isStillProven(account: Account | null, { email }: Pick<SignInLink, 'email'>): boolean {
  return allowedSignIn(account, email).kind === 'link'
}

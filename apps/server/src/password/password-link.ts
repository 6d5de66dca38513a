import type { AccessPolicy } from '@foyer/contract/access-policy'
import type { Config } from '@foyer/contract/config'
import { emailKey } from '@foyer/contract/email-address'
import { randomUUID } from 'node:crypto'
import { recordAudit } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { takeEmail } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import { signLink } from '../sign-in-link/link-token.ts'
import type { Database } from '../store/tables.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { checkServed, tenantOfParameter } from '../tenants/served-tenants.ts'
import { checkPolicy } from '../tokens/check-policy.ts'
import { checkTokenAge } from '../tokens/token-age.ts'
import { mustReplacePassword } from './first-password.ts'

export interface PasswordLinkDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  limiter: Limiter
  config: Config
  policy: AccessPolicy | null
  /** Milliseconds since the epoch. */
  now: () => number
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

const linksOfAccount = { name: 'first-password', max: 20, seconds: 600 }

/**
 * Queues an email, no matter who owns the email address. Does not check whether there is an account; the worker that
 * sends the email does. So neither the response, nor its timing, nor the number of emails reveals who has an account.
 */
export async function requestPasswordLink(
  { email, tid, language, id, client, requestId }: Asked,
  { database, keys, limiter, config }: PasswordLinkDeps,
): Promise<void> {
  const tenantId = tenantOfParameter(tid, config.tenants)
  if (!isOffered('password', config, tenantId)) throw new ServerError('permission-denied')
  await takeEmail(limiter, 'password-link-mail', { email, client })
  await database.transaction().execute(async (transaction) => {
    const content = { to: email, firstName: '', language, tenantId }
    await queueMail(transaction, 'password-link', id, content)
    await recordAudit(transaction, {
      action: 'password-link-mail',
      outcome: 'asked',
      tenantId,
      subject: pseudonymOf(emailKey(email), keys),
      requestId,
    })
  })
}

/**
 * A link for an account that was marked by an operator, and must replace its password before it continues. Its user has
 * just signed in, so the link is not sent by email. Null if there is no password to replace: the mark then has to wait for
 * one, and the user must not.
 */
export async function firstPasswordLink(
  { idToken }: { idToken: string },
  { identity, keys, limiter, config, policy, now }: PasswordLinkDeps,
): Promise<string | null> {
  const token = await identity.verifyIdToken(idToken)
  checkTokenAge(token, now())
  const { uid, tenantId } = token
  checkServed(tenantId, config.tenants)
  checkPolicy(policy, token)
  await limiter.take(linksOfAccount, JSON.stringify([tenantId, uid]))
  const account = await identity.accountByUid(uid, tenantId)
  const email = account?.email ?? null
  if (account === null || email === null || !mustReplacePassword(account)) return null
  const proof = { id: randomUUID(), uid, tenantId, email, use: 'first-password' } as const
  return signLink(proof, keys.passwordLink)
}

import type { Config } from '@foyer/contract/config'
import { isSameEmail } from '@foyer/contract/email-address'
import {
  firstPasswordClaim,
  type NewPasswordAnswer,
  type PasswordRules,
} from '@foyer/contract/password'
import { recordAudit } from '../audit/audit-trail.ts'
import { ServerError } from '../errors/server-error.ts'
import { createChangeClaims } from '../identity/change-claims.ts'
import type { Account, IdentityPlatform } from '../identity/identity-platform.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { queueMail } from '../mail/outbox.ts'
import { verifyLink, type UsedLink } from '../sign-in-link/link-token.ts'
import { spendLink, wasPressed } from '../sign-in-link/spend-link.ts'
import { withAccess } from '../store/access-lease.ts'
import type { HoldLease } from '../store/lease.ts'
import type { Database } from '../store/tables.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { checkServed } from '../tenants/served-tenants.ts'
import { allowedPassword } from './allowed-password.ts'
import { isMarked, mustReplacePassword } from './first-password.ts'
import { passwordRefusal, type PasswordChecks } from './password-refusal.ts'

export interface NewPasswordDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  limiter: Limiter
  config: Config
  checks: PasswordChecks
}

interface Chosen {
  link: string
  password: string
  language: 'tr' | 'en'
  idempotencyKey: string
  requestId: string
}

/** Without a limit, the answers would tell which passwords are in the lists. */
const triesOfAccount = { name: 'new-password', max: 30, seconds: 900 }

/** What a new password must meet. Only the holder of a link may ask, because there is no other use for it. */
export async function rulesForLink(
  link: string,
  { keys, checks, config }: Pick<NewPasswordDeps, 'keys' | 'checks' | 'config'>,
): Promise<PasswordRules> {
  const { tenantId } = await verifyLink(link, keys.passwordLink)
  // Before its user has chosen a password in vain.
  if (!isOffered('password', config, tenantId)) throw new ServerError('sign-in-link-expired')
  return checks.rulesOf(tenantId)
}

/**
 * Gives the account of a link its new password, once per link, and ends all its sessions. A press that is repeated
 * because its response was lost is carried out again, while the account has the password that it has set.
 */
export async function setNewPassword(
  chosen: Chosen,
  deps: NewPasswordDeps,
): Promise<NewPasswordAnswer> {
  const { database, keys, limiter, config } = deps
  const used = await verifyLink(chosen.link, keys.passwordLink)
  const { uid, tenantId } = used
  checkServed(tenantId, config.tenants)
  await limiter.take(triesOfAccount, JSON.stringify([tenantId, uid]))
  const access = { tenantId, account: uid, maxWait: 20_000 }
  return withAccess(database, access, keys, (hold) => usePress(chosen, used, { ...deps, hold }))
}

interface PressDeps extends Omit<NewPasswordDeps, 'limiter'> {
  /** Called before the change. */
  hold: HoldLease
}

async function usePress(
  { password, language, idempotencyKey, requestId }: Chosen,
  used: UsedLink,
  { database, identity, keys, config, checks, hold }: PressDeps,
): Promise<NewPasswordAnswer> {
  const { id, uid, tenantId, email } = used
  const entry = { action: 'new-password', tenantId, requestId, uid } as const
  const refuse = async (code: 'sign-in-link-expired' | 'user-disabled'): Promise<never> => {
    await recordAudit(database, { ...entry, outcome: code })
    throw new ServerError(code)
  }

  const account = await identity.accountByUid(uid, tenantId)
  if (account?.disabled === true) return refuse('user-disabled')
  const press = { linkId: `password ${id}`, idempotencyKey, until: used.expiresAt }
  // With another password, a repeated press could set the one that had to be replaced.
  const choice = { ...press, linkId: `${press.linkId} ${pseudonymOf(password, keys)}` }
  // Before the question about the password, which nobody answers for an account that is gone.
  if (account === null || !mayHavePassword(account, used, config))
    return refuse('sign-in-link-expired')
  const isRepeated =
    (await wasPressed(database, choice)) && (await checks.isCurrent({ email, tenantId, password }))
  if (!isRepeated && !isStillProven(account, used)) return refuse('sign-in-link-expired')
  const { displayName } = account
  const mustReplace = mustReplacePassword(account) && !isRepeated
  const owner = { email, displayName, tenantId, mustReplace }
  const reason = await passwordRefusal(password, owner, checks)
  if (reason !== null) return { status: 'refused', reason }

  await hold()
  const isUnused = await database
    .transaction()
    .execute(
      async (transaction) =>
        (await spendLink(transaction, press)) && (await spendLink(transaction, choice)),
    )
  if (!isUnused) return refuse('sign-in-link-expired')
  // The link in an email proves that the account's user reads it.
  const isVerified = account.emailVerified || used.use === 'password'
  const outcome = await identity.setPassword(uid, tenantId, password, isVerified)
  if (outcome === 'off') throw new ServerError('unavailable')
  if (outcome === 'refused') return { status: 'refused', reason: 'weak' }
  const changed = await identity.accountByUid(uid, tenantId)
  if (changed?.claims[firstPasswordClaim] !== undefined) {
    const changeClaims = createChangeClaims({ database, identity })
    await changeClaims(changed, ({ [firstPasswordClaim]: _mark, ...others }) => others)
  }
  await database.transaction().execute(async (transaction) => {
    const content = { to: email, firstName: '', language, tenantId }
    await queueMail(transaction, 'password-changed', id, content)
    await recordAudit(transaction, { ...entry, outcome: 'done' })
  })
  return { status: 'changed' }
}

/** The account must still have the email address of the link. */
function mayHavePassword(
  account: Account,
  { email, tenantId, use }: UsedLink,
  config: Config,
): boolean {
  if (!isOffered('password', config, tenantId)) return false
  return use === 'first-password'
    ? isSameEmail(account.email ?? '', email)
    : allowedPassword(account, email).kind === 'link'
}

/** The account must still have the sessions and the mark of that time. Otherwise an older link could undo a change of the password. */
function isStillProven(account: Account, { use, issuedAt }: UsedLink): boolean {
  // Both are whole seconds. A link of the same second may be older than the change.
  if (issuedAt <= account.validSince) return false
  return use !== 'first-password' || isMarked(account)
}

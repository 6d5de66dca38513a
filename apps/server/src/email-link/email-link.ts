import type { Config } from '@foyer/contract/config'
import { emailKey } from '@foyer/contract/email-address'
import type { EmailLinkAnswer, LinkOrigin } from '@foyer/contract/email-link'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { recordAudit, type AuditEntry } from '../audit/audit-trail.ts'
import {
  awaitCode,
  codeFor,
  holdWait,
  isWaiting,
  keepSignInCode,
  keyOf,
  tellCode,
  tryCode,
  type CodeSubject,
  type WaitingBrowser,
} from '../email-code/email-codes.ts'
import { ServerError } from '../errors/server-error.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { takeEmail } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import { isSpent, spendLink } from '../sign-in-link/spend-link.ts'
import type { Database } from '../store/tables.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { checkServed, tenantOfParameter } from '../tenants/served-tenants.ts'
import { allowedEmailLink } from './allowed-email-link.ts'
import { verifyEmailLink } from './email-link-token.ts'
import { sealSignInCode } from './sign-in-codes.ts'

export interface EmailLinkDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  limiter: Limiter
  tenants: ServedTenants
  config: Config
}

/** One press, which may be sent several times. */
interface Press {
  idempotencyKey: string
  requestId: string
}

/** The codes of this feature are valid for no other. */
const purpose = 'email-link'
type Waiting = Omit<WaitingBrowser, 'purpose' | 'tenantId'>

/** Queues an email, no matter who owns the email address. The worker that sends it finds out (decision 42). */
export async function requestEmailLink(
  asked: Waiting & {
    tid: string | null
    language: 'tr' | 'en'
    origin: LinkOrigin
    /** The network of the browser, for the limits. */
    client: string
  },
  requestId: string,
  deps: EmailLinkDeps,
): Promise<void> {
  const { id, email, tid, language, origin } = asked
  const tenantId = tenantOfParameter(tid, deps.tenants)
  if (!isOffered('emailLink', deps.config, tenantId)) throw new ServerError('permission-denied')
  await takeEmail(deps.limiter, 'email-link-mail', asked)
  await deps.database.transaction().execute(async (transaction) => {
    const content = { to: email, firstName: '', language, tenantId, origin }
    if (await queueMail(transaction, 'email-link', id, content))
      await awaitCode(transaction, { ...asked, purpose, tenantId })
    await recordAudit(transaction, {
      ...entryFor({ tenantId, email }, requestId, deps),
      action: 'email-link-mail',
      outcome: 'asked',
    })
  })
}

/** Handles a press in the browser that has requested the link: it signs in there, once. */
export async function pressEmailLink(
  { link, secret }: { link: string; secret: string },
  press: Press,
  deps: EmailLinkDeps,
): Promise<EmailLinkAnswer> {
  const { id, tenantId, email } = await verifyEmailLink(link, deps.keys.emailLink)
  const subject = { id, purpose, tenantId, email } as const
  const isHere = await isWaiting(deps.database, { ...subject, secret })
  if (!isHere) throw new ServerError('sign-in-link-expired')
  return signIn(subject, press, deps)
}

/** Handles a press in another browser: returns the code for the browser that waits. */
export async function showEmailLinkCode(
  link: string,
  requestId: string,
  { database, keys, config }: EmailLinkDeps,
): Promise<string> {
  const { id, tenantId, email } = await verifyEmailLink(link, keys.emailLink)
  const subject = { id, purpose, tenantId, email } as const
  if (!isOffered('emailLink', config, tenantId)) throw new ServerError('sign-in-link-expired')
  // After its use the browser no longer waits, but its row stays for a press that is repeated.
  const isUsed = await isSpent(database, keyOf(subject))
  if (isUsed || !(await tellCode(database, subject))) throw new ServerError('sign-in-link-expired')
  await recordAudit(database, {
    ...entryFor({ tenantId, email }, requestId, { keys }),
    action: 'email-link',
    outcome: 'code-shown',
  })
  return codeFor(subject, keys)
}

/** Signs in the browser that waits, with the code that the other one has shown. */
export async function enterEmailLinkCode(
  { tid, code, ...waiting }: Waiting & { tid: string | null; code: string },
  press: Press,
  deps: EmailLinkDeps,
): Promise<EmailLinkAnswer> {
  const { database, keys, tenants } = deps
  const { id, email } = waiting
  const tenantId = tenantOfParameter(tid, tenants)
  const result = await tryCode(database, { ...waiting, purpose, tenantId }, { code, keys })
  if (result === 'right') return signIn({ id, purpose, tenantId, email }, press, deps)
  await recordAudit(database, {
    ...entryFor({ tenantId, email }, press.requestId, deps),
    action: 'email-link',
    outcome: result,
  })
  return { status: result }
}

/** The account may have changed since the email was sent, so it is checked again. */
async function signIn(
  subject: CodeSubject,
  { idempotencyKey, requestId }: Press,
  deps: EmailLinkDeps,
): Promise<EmailLinkAnswer> {
  const { database, identity, config } = deps
  const { tenantId, email } = subject
  checkServed(tenantId, deps.tenants)
  const entry = { ...entryFor({ tenantId, email }, requestId, deps), action: 'email-link' } as const
  const account = await identity.accountByEmail(email, tenantId)
  const way = allowedEmailLink(account, { email, tenantId, config })
  if (way.kind !== 'link' || !isOffered('emailLink', deps.config, tenantId)) {
    const code = account?.disabled === true ? 'user-disabled' : 'sign-in-link-expired'
    await recordAudit(database, { ...entry, outcome: code })
    throw new ServerError(code)
  }
  // Before the link is marked as used: if this call fails, the user can press again.
  const oobCode = await identity.emailSignInCode(email, tenantId)
  // By then, nobody can use the link or refuse it.
  const until = new Date(Date.now() + 7_200_000)
  const isUnused = await database.transaction().execute(async (transaction) => {
    // The owner of the mailbox may have ended it meanwhile.
    if (!(await holdWait(transaction, subject))) return false
    if (!(await spendLink(transaction, { linkId: keyOf(subject), idempotencyKey, until })))
      return false
    const hasSecondFactor = account?.hasSecondFactor === true
    const code = { oobCode, uid: account?.uid ?? null, hasSecondFactor }
    if (!(await keepSignInCode(transaction, subject, sealSignInCode(code, deps.keys)))) return false
    await recordAudit(transaction, {
      ...entry,
      outcome: 'done',
      ...(account !== null && { uid: account.uid }),
    })
    return true
  })
  if (!isUnused) throw new ServerError('sign-in-link-expired')
  return { status: 'done', oobCode }
}

/** What the audit trail says about every event of a link. */
export function entryFor(
  { tenantId, email }: { tenantId: string | null; email: string },
  requestId: string | null,
  { keys }: Pick<EmailLinkDeps, 'keys'>,
): Pick<AuditEntry, 'tenantId' | 'subject' | 'requestId'> {
  return { tenantId, subject: pseudonymOf(emailKey(email), keys), requestId }
}

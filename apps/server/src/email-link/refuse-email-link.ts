import { emailKey } from '@foyer/contract/email-address'
import type { EmailLinkRefused } from '@foyer/contract/email-link'
import { recordAudit } from '../audit/audit-trail.ts'
import { endWait, keyOf } from '../email-code/email-codes.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import { isSpent } from '../sign-in-link/spend-link.ts'
import { withLease } from '../store/lease.ts'
import type { Database } from '../store/tables.ts'
import { entryFor } from './email-link.ts'
import { verifyEmailLink } from './email-link-token.ts'
import { reclaimAccount, stepsOf } from './reclaim-account.ts'
import { openSignInCode, type UseUpSignInCode } from './sign-in-codes.ts'
import { endRefusal, storeRefusal } from './stored-refusals.ts'

export interface RefusalDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  useUpSignInCode: UseUpSignInCode
}

/**
 * How long after its end a link can be refused. Its owner may read the email late, and what was issued is
 * valid for hours. The rows in the database are kept for longer.
 */
const refusableSeconds = 3_600

/**
 * The owner of the mailbox has not requested the link, so it ends for the browser that waits too. `used`: that browser was
 * signed in before. Then the account is taken back from it. What this call does not finish, a worker does.
 */
export async function refuseEmailLink(
  link: string,
  requestId: string,
  deps: RefusalDeps,
): Promise<EmailLinkRefused> {
  const { database, keys } = deps
  const { id, tenantId, email } = await verifyEmailLink(link, keys.emailLink, refusableSeconds)
  const subject = { id, purpose: 'email-link', tenantId, email } as const
  const linkId = keyOf(subject)
  const refused = await database.transaction().execute(async (transaction) => {
    const issued = await endWait(transaction, subject)
    if (!(await isSpent(transaction, linkId))) return null
    await storeRefusal(transaction, { linkId, tenantId, email }, keys)
    return { linkId, tenantId, email, issued }
  })
  const { uid, failures } = refused === null ? nothing : await carryOut(refused, deps)
  await recordAudit(database, {
    ...entryFor({ tenantId, email }, requestId, { keys }),
    action: 'email-link',
    outcome: refused === null ? 'refused-by-owner' : 'refused-too-late',
    ...(uid !== null && { uid }),
  })
  // After the sessions have ended. The user can press again.
  for (const failure of failures) throw failure
  return { status: refused === null ? 'refused' : 'used' }
}

/** Continues a refusal that a failure or a crash has interrupted: meanwhile the account may be disabled. */
export async function finishRefusal(refused: Refused, deps: RefusalDeps): Promise<void> {
  const { failures } = await carryOut(refused, deps)
  for (const failure of failures) throw failure
}

interface Refused {
  linkId: string
  tenantId: string | null
  email: string
  /** The sealed codes that the browser got. */
  issued: readonly string[]
}

interface Finished {
  uid: string | null
  /** Why codes are perhaps still of use. */
  failures: unknown[]
}

const nothing: Finished = { uid: null, failures: [] }

/**
 * First uses up the codes that the browser got: it may have kept one for later. One refusal at a time for each mailbox:
 * otherwise one could disable the account after another has enabled it.
 */
function carryOut(
  { linkId, tenantId, email, issued }: Refused,
  { database, identity, keys, useUpSignInCode }: RefusalDeps,
): Promise<Finished> {
  const mailbox = pseudonymOf(`${tenantId ?? ''} ${emailKey(email)}`, keys)
  return withLease(database, `refusal ${mailbox}`, async () => {
    const steps = stepsOf(linkId, database)
    const codes = issued.map((sealed) => openSignInCode(sealed, keys))
    const left = (await steps.isClosed()) ? [] : codes
    const usedUp = await Promise.allSettled(
      left.map(({ oobCode }) => useUpSignInCode({ email, tenantId, oobCode })),
    )
    const known = codes.find((code) => code.uid !== null)?.uid
    const uid = known ?? (await identity.accountByEmail(email, tenantId))?.uid ?? null
    const isUsedUp = usedUp.every(
      (result) => result.status === 'fulfilled' && result.value === 'useless',
    )
    if (uid !== null)
      await reclaimAccount(
        { uid, tenantId, email },
        {
          steps,
          hadNoFactor: codes.some(({ hasSecondFactor }) => hasSecondFactor === false),
          isUsedUp,
        },
        identity,
      )
    if (isUsedUp) await endRefusal(database, linkId)
    const failures = usedUp.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    return { uid, failures }
  })
}

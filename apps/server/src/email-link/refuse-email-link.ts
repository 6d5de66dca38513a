import type { EmailLinkRefused } from '@foyer/contract/email-link'
import { recordAudit } from '../audit/audit-trail.ts'
import { endWait, keyOf } from '../email-code/email-codes.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { isSpent } from '../sign-in-link/spend-link.ts'
import { entryFor } from './email-link.ts'
import { verifyEmailLink } from './email-link-token.ts'
import { carryOut, knownUid, type CarryOutDeps } from './carry-out-refusal.ts'
import { isNoted } from './refusal-notes.ts'
import { storeRefusal } from './stored-refusals.ts'

export interface RefusalDeps extends CarryOutDeps {
  keys: DerivedKeys
  limiter: Limiter
}

/**
 * How long after its end a link can be refused. Its owner may read the email late, and what was issued is
 * valid for hours. The rows in the database are kept for longer.
 */
const refusableSeconds = 3_600

/** Of each link alone: otherwise anyone in the network of its owner could use up the refusals. */
const limit = { name: 'email-link-refusal', max: 10, seconds: 600 }

/**
 * The owner of the mailbox has not requested the link, so it ends for the browser that waits too. `used`: that browser was
 * signed in before. Then the account is taken back from it. What this call does not finish, a worker does.
 */
export async function refuseEmailLink(
  link: string,
  requestId: string,
  deps: RefusalDeps,
): Promise<EmailLinkRefused> {
  const { database, keys, limiter } = deps
  const { id, tenantId, email } = await verifyEmailLink(link, keys.emailLink, refusableSeconds)
  const subject = { id, purpose: 'email-link', tenantId, email } as const
  const linkId = keyOf(subject)
  await limiter.take(limit, linkId)
  const { isUsed, issued } = await database.transaction().execute(async (transaction) => {
    const issued = await endWait(transaction, subject)
    const isUsed = await isSpent(transaction, linkId)
    // The owner may have changed the account since it was taken back.
    const isFinished = await isNoted(transaction, 'finished', linkId)
    if (isUsed && !isFinished) await storeRefusal(transaction, { linkId, tenantId, email }, keys)
    const uid = knownUid(issued, keys)
    await recordAudit(transaction, {
      ...entryFor({ tenantId, email }, requestId, deps),
      action: 'email-link',
      outcome: isUsed ? 'refused-too-late' : 'refused-by-owner',
      ...(uid !== undefined && { uid }),
    })
    return { isUsed, issued: isUsed && !isFinished ? issued : null }
  })
  if (issued !== null) await carryOut({ linkId, tenantId, email, issued }, 'press', deps)
  return { status: isUsed ? 'used' : 'refused' }
}

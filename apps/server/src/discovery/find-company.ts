import type { CompanyAnswer, CompanyCodeAnswer } from '@foyer/contract/discovery'
import { emailKey } from '@foyer/contract/email-address'
import { recordAudit } from '../audit/audit-trail.ts'
import { awaitCode, tryCode, type WaitingBrowser } from '../email-code/email-codes.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import type { Limiter } from '../limits/limiter.ts'
import { takeEmail } from '../limits/mailbox.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Database } from '../store/tables.ts'
import type { Discovery } from '../tenants/company-domains.ts'

export interface FindCompanyDeps {
  database: Database
  keys: DerivedKeys
  limiter: Limiter
  discovery: Discovery
}

/** The codes of this feature are valid for no other. */
export const companyCode = { purpose: 'company', tenantId: null } as const

type Waiting = Omit<WaitingBrowser, keyof typeof companyCode>

interface Asked extends Waiting {
  language: 'tr' | 'en'
  /** The network of the browser, for the limits. */
  client: string
  requestId: string
}

interface Entered extends Waiting {
  code: string
  requestId: string
}

/**
 * Queues an email, no matter whose domain it is. The worker that sends it looks the domain up. So neither the response,
 * nor its timing, nor the number of emails reveals which companies are known.
 */
export async function requestCompany(
  { language, requestId, client, ...waiting }: Asked,
  { database, keys, limiter, discovery }: FindCompanyDeps,
): Promise<CompanyAnswer> {
  const { id, email } = waiting
  if (discovery.mode === 'direct') {
    const tid = discovery.companyOf(email)
    return tid === null ? { status: 'unknown' } : { status: 'found', tid }
  }
  await takeEmail(limiter, 'company-mail', { email, client })
  await database.transaction().execute(async (transaction) => {
    const content = { to: email, firstName: '', language }
    if (await queueMail(transaction, 'company-code', id, content))
      await awaitCode(transaction, { ...waiting, ...companyCode })
    await recordAudit(transaction, {
      action: 'company-mail',
      outcome: 'asked',
      subject: pseudonymOf(emailKey(email), keys),
      requestId,
    })
  })
  return { status: 'mail-sent' }
}

/** An email address whose domain is unknown has a code too. Nobody was told it, and it is as wrong as any other. */
export async function enterCompanyCode(
  { code, requestId, ...waiting }: Entered,
  { database, keys, discovery }: FindCompanyDeps,
): Promise<CompanyCodeAnswer> {
  const { email } = waiting
  const company = discovery.companyOf(email)
  return database.transaction().execute(async (transaction): Promise<CompanyCodeAnswer> => {
    const result = await tryCode(transaction, { ...waiting, ...companyCode }, { code, keys })
    const tid = result === 'right' ? company : null
    const outcome = result === 'expired' ? 'expired' : 'wrong'
    await recordAudit(transaction, {
      action: 'company-code',
      outcome: tid === null ? outcome : 'done',
      subject: pseudonymOf(emailKey(email), keys),
      requestId,
    })
    return tid === null ? { status: outcome } : { status: 'found', tid }
  })
}

import type { Config } from '@foyer/contract/config'
import { beginValidity, codeFor, codeMinutes } from '../email-code/email-codes.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { EmailDraft } from '../mail/compose.ts'
import { mailBranding } from '../mail/mail-branding.ts'
import { isTooLate, type QueuedMail } from '../mail/outbox.ts'
import type { Database } from '../store/tables.ts'
import type { Discovery } from '../tenants/company-domains.ts'
import { companyCode } from './find-company.ts'

interface CompanyMailDeps {
  database: Database
  keys: DerivedKeys
  config: Config
  /** Null if the deployment has turned it off since the email was queued. */
  discovery: Discovery | null
}

/** Creates the email with the code, or for an unknown domain the one that says so. Null if nobody waits any more. */
export function createCompanyMail({ database, keys, config, discovery }: CompanyMailDeps) {
  return async (mail: QueuedMail): Promise<EmailDraft | null> => {
    if (isTooLate(mail)) return null
    const { content, subjectId: id } = mail
    const { to: email, language } = content
    const subject = { id, email, ...companyCode }
    const isKnown = (discovery?.companyOf(email) ?? null) !== null
    // An email to an unknown domain has no code, so one that is entered was guessed.
    const validity = { minutes: codeMinutes, hasCode: isKnown }
    if (!(await beginValidity(database, subject, validity))) return null
    const common = { ...mailBranding(config, null), language, firstName: '' }
    return isKnown
      ? { ...common, topic: 'company-code', code: codeFor(subject, keys) }
      : { ...common, topic: 'company-unknown', link: config.productURL }
  }
}

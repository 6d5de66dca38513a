import type { Config } from '@foyer/contract/config'
import { signInLinkParameter } from '@foyer/contract/sign-in-link'
import { beginValidity, linkMinutes } from '../email-code/email-codes.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { EmailDraft } from '../mail/compose.ts'
import { mailBranding } from '../mail/mail-branding.ts'
import { isTooLate, type QueuedMail } from '../mail/outbox.ts'
import type { Database } from '../store/tables.ts'
import { isOffered } from '../tenants/offered-methods.ts'
import { allowedEmailLink } from './allowed-email-link.ts'
import { signEmailLink } from './email-link-token.ts'

interface EmailLinkMailDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  publicUrl: string
  config: Config
}

/**
 * Creates the email for a requested link, or one that says how to sign in. Null if nobody waits any
 * more, or the method is not offered any more.
 */
export function createEmailLinkMail(deps: EmailLinkMailDeps) {
  const { database, identity, keys, publicUrl, config } = deps
  return async (mail: QueuedMail): Promise<EmailDraft | null> => {
    if (isTooLate(mail)) return null
    const { content, subjectId: id } = mail
    const { to: email, tenantId, language, origin } = content
    const subject = { id, purpose: 'email-link', tenantId, email } as const
    const validity = { minutes: linkMinutes, hasCode: false }
    if (origin === undefined || !isOffered('emailLink', config, tenantId)) return null
    if (!(await beginValidity(database, subject, validity))) return null
    const account = await identity.accountByEmail(email, tenantId)
    const common = {
      ...mailBranding(config, tenantId),
      language,
      firstName: '',
      link: config.productURL,
    }
    const way = allowedEmailLink(account, { email, tenantId, config })
    if (way.kind === 'method')
      return { ...common, topic: 'sign-in-by-method', methods: [way.providerId] }
    if (way.kind === 'none') return { ...common, topic: 'no-sign-in-link' }
    const token = await signEmailLink({ id, tenantId, email, origin }, keys.emailLink)
    return { ...common, topic: 'email-link', link: `${publicUrl}/#${signInLinkParameter}=${token}` }
  }
}

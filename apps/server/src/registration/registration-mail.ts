import type { Config } from '@foyer/contract/config'
import { idOf } from '@foyer/contract/sign-in-methods'
import type { Database } from '../store/tables.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { EmailDraft } from '../mail/compose.ts'
import { mailBranding } from '../mail/mail-branding.ts'
import { offeredMethods, offersLinks } from '../tenants/offered-methods.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import { pseudonymOf, type DerivedKeys } from '../keys/derived-keys.ts'
import { isTooLateToConfirm, signConfirmation } from './confirmation.ts'
import { findRegistration, finish } from './registration-store.ts'

export interface RegistrationMailDeps {
  database: Database
  identity: IdentityPlatform
  keys: DerivedKeys
  publicUrl: string
  config: Config
}

/** The emails of a registration, and what to do after one was sent. */
export function createRegistrationMail({
  database,
  identity,
  keys,
  publicUrl,
  config,
}: RegistrationMailDeps) {
  const common = ({ content }: QueuedMail, tenantId: string | null) => ({
    ...mailBranding(config, tenantId),
    language: content.language,
    firstName: content.firstName,
    link: config.productURL,
  })

  return {
    async draftOf(mail: QueuedMail): Promise<EmailDraft | null> {
      if (mail.kind === 'account-created') {
        const { tenantId } = mail.content
        const offered = offeredMethods(config, tenantId).map(idOf)
        const methods = offersLinks(config, tenantId) ? ['email-link', ...offered] : offered
        return { ...common(mail, tenantId), topic: 'account-created', methods }
      }
      const registration = await findRegistration(database, mail.subjectId)
      const now = new Date()
      if (registration?.state !== 'asked' || isTooLateToConfirm(registration, now)) return null
      const { id, tenantId } = registration
      if ((await identity.accountByEmail(mail.content.to, tenantId)) !== null)
        return { ...common(mail, tenantId), topic: 'already-registered' }
      const token = await signConfirmation(id, now, keys.confirmation)
      const link = `${publicUrl}/registration#confirmation=${token}`
      return { ...common(mail, tenantId), topic: 'confirm-address', link }
    },

    /** A user who already has an account has nothing to confirm, so the registration ends. */
    async onSent(mail: QueuedMail, { topic }: EmailDraft): Promise<void> {
      if (topic !== 'already-registered') return
      await database.transaction().execute(async (transaction) => {
        if (!(await finish(transaction, mail.subjectId, 'refused'))) return
        await recordAudit(transaction, {
          action: 'registration',
          outcome: 'already-registered',
          subject: pseudonymOf(mail.content.to, keys),
        })
      })
    },
  }
}

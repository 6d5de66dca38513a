import type { EmailDraft } from '../mail/compose.ts'
import type { MailKind, QueuedMail } from '../mail/outbox.ts'
import type { MailDeps } from '../mail/send-mail.ts'
import {
  createRegistrationMail,
  type RegistrationMailDeps,
} from '../registration/registration-mail.ts'
import { createCompanyMail } from '../discovery/company-mail.ts'
import {
  createPasswordChangedMail,
  createPasswordLinkMail,
} from '../password/password-link-mail.ts'
import { createEmailLinkMail } from '../email-link/email-link-mail.ts'
import { createSignInLinkMail } from '../sign-in-link/sign-in-link-mail.ts'
import type { Discovery } from '../tenants/company-domains.ts'

/** Creates the content of each kind of email in the outbox, and handles what follows after one was sent. */
export function createEmailDrafts(
  deps: RegistrationMailDeps & { discovery: Discovery | null },
): Pick<MailDeps, 'draftOf' | 'onSent'> {
  const registrationMail = createRegistrationMail(deps)
  const others: Partial<Record<MailKind, (mail: QueuedMail) => Promise<EmailDraft | null>>> = {
    'sign-in-link': createSignInLinkMail(deps),
    'company-code': createCompanyMail(deps),
    'password-link': createPasswordLinkMail(deps),
    'password-changed': createPasswordChangedMail(deps),
    'email-link': createEmailLinkMail(deps),
  }
  return {
    draftOf: (mail) => others[mail.kind]?.(mail) ?? registrationMail.draftOf(mail),
    onSent: (mail, draft) => registrationMail.onSent(mail, draft),
  }
}

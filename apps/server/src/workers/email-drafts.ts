import type { EmailDraft } from '../mail/compose.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import type { MailDeps } from '../mail/send-mail.ts'
import {
  createRegistrationMail,
  type RegistrationMailDeps,
} from '../registration/registration-mail.ts'
import { createSignInLinkMail } from '../sign-in-link/sign-in-link-mail.ts'

/** Creates the content of each kind of email in the outbox, and handles what follows after one was sent. */
export function createEmailDrafts(
  deps: RegistrationMailDeps,
): Pick<MailDeps, 'draftOf' | 'onSent'> {
  const registrationMail = createRegistrationMail(deps)
  const signInLinkMail = createSignInLinkMail(deps)
  return {
    draftOf: async (mail: QueuedMail): Promise<EmailDraft | null> =>
      mail.kind === 'sign-in-link' ? signInLinkMail(mail) : registrationMail.draftOf(mail),
    onSent: (mail, draft) => registrationMail.onSent(mail, draft),
  }
}

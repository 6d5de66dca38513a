import type { Letter } from '../mail/compose.ts'
import type { QueuedMail } from '../mail/outbox.ts'
import type { MailPorts } from '../mail/send-next-mail.ts'
import {
  createRegistrationMail,
  type RegistrationMailPorts,
} from '../registration/registration-mail.ts'
import { createSignInLinkMail } from '../sign-in-link/sign-in-link-mail.ts'

/** What each kind of mail in the outbox says, and what follows from it. */
export function createLetters(
  ports: RegistrationMailPorts,
): Pick<MailPorts, 'letterOf' | 'onSent'> {
  const registrationMail = createRegistrationMail(ports)
  const signInLinkMail = createSignInLinkMail(ports)
  return {
    letterOf: async (mail: QueuedMail): Promise<Letter | null> =>
      mail.kind === 'sign-in-link' ? signInLinkMail(mail) : registrationMail.letterOf(mail),
    onSent: (mail, letter) => registrationMail.onSent(mail, letter),
  }
}

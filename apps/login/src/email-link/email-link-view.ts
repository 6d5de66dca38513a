import type { CommandHandlers, ShowStep } from '../sign-in/commands.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import type { PendingEmailLink } from './pending-email-link.ts'

type Sent = Extract<EmailLinkStep, { name: 'emailLinkSent' }>

/** Shows the steps of the method `emailLink`, with what was typed. */
interface EmailLinkView {
  showAddress: (error: 'required' | 'invalid' | null) => void
  showSent: (waiting: PendingEmailLink, error: Sent['error']) => void
  /** Keeps what was typed as the email address. */
  note: (typed: string) => void
  /** An email was sent, with another code. */
  countEmail: () => void
}

export function createEmailLinkView(
  showStep: ShowStep<EmailLinkStep>,
  { stepBack, ...handlers }: CommandHandlers,
): EmailLinkView {
  let typed = ''
  let attempt = 0
  let mails = 0

  return {
    showAddress(error) {
      if (error !== null) attempt += 1
      showStep({ name: 'emailLink', typed, error, attempt }, handlers)
    },
    showSent({ email, resendAt }, error) {
      if (error !== null) attempt += 1
      const step: Sent = { name: 'emailLinkSent', email, resendAt, mails, error, attempt }
      showStep(step, { ...handlers, stepBack })
    },
    note(text) {
      typed = text
    },
    countEmail() {
      mails += 1
    },
  }
}

import type { Database } from '../store/tables.ts'
import { compose, type EmailDraft } from './compose.ts'
import { MailError, type MailSender } from './mail-sender.ts'
import { finishMail, keepMail, maxAttempts, postponeMail, type QueuedMail } from './outbox.ts'

export interface MailDeps {
  database: Database
  sender: MailSender
  /**
   * Decides what the email says, just before it is sent. Null if it is too late, or if the email is no longer
   * needed.
   */
  draftOf: (mail: QueuedMail) => Promise<EmailDraft | null>
  /** Called after an email was sent. */
  onSent: (mail: QueuedMail, draft: EmailDraft) => Promise<void>
  onOutcome: (outcome: 'sent' | 'postponed' | 'failed' | 'dropped', error?: unknown) => void
}

/** Well before the lease expires. */
const keepEveryMs = 20_000

/**
 * Sends an email that was taken from the outbox. If the process crashes between sending and recording it, the email is
 * sent again with the same Message-ID: no email is lost, and mail programs recognise the second as the first.
 */
export async function sendMail(mail: QueuedMail, deps: MailDeps): Promise<void> {
  const { database, sender, draftOf, onSent, onOutcome } = deps
  // If this fails, the lease expires, and another worker sends the email too, with the same Message-ID.
  const keeping = setInterval(() => void keepMail(database, mail).catch(() => {}), keepEveryMs)
  try {
    const draft = await draftOf(mail)
    if (draft !== null) {
      const { language, to } = mail.content
      await sender.send({ id: mail.id, to, language, ...compose(draft) })
      await onSent(mail, draft)
    }
    const outcome = draft === null ? 'dropped' : 'sent'
    await finishMail(database, mail.id, outcome)
    onOutcome(outcome)
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'passing'
    if (code === 'permanent' || mail.attempts >= maxAttempts) {
      await finishMail(database, mail.id, 'failed')
      onOutcome('failed', error)
      return
    }
    await postponeMail(database, mail)
    onOutcome('postponed')
    // The error makes the workers pause, because other emails would fail too. But a single recipient that is
    // refused must not delay the others.
    if (code !== 'put-off') throw error
  } finally {
    clearInterval(keeping)
  }
}

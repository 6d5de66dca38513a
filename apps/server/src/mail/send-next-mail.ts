import type { Database } from '../store/tables.ts'
import { compose, type Letter } from './compose.ts'
import { MailError, type MailSender } from './mail-sender.ts'
import { postponeMail, settleMail, takeMail, type QueuedMail } from './outbox.ts'

export interface MailPorts {
  database: Database
  sender: MailSender
  /** Says what to write, as late as possible; null when it is too late, or there is nothing to write any more. */
  letterOf: (mail: QueuedMail) => Promise<Letter | null>
  /** Follows a mail that went out. */
  onSent: (mail: QueuedMail, letter: Letter) => Promise<void>
  onOutcome: (outcome: 'sent' | 'postponed' | 'failed' | 'dropped', error?: unknown) => void
}

/** About a day with the waits between them. */
const mostAttempts = 30

/**
 * A mail that the server took and that was not noted before a crash goes out again, under the same
 * Message-ID: none is lost, and mail programs show the second as the first.
 */
export async function sendNextMail(ports: MailPorts): Promise<boolean> {
  const { database, sender, letterOf, onSent, onOutcome } = ports
  const mail = await takeMail(database)
  if (mail === null) return false
  try {
    const letter = await letterOf(mail)
    if (letter !== null) {
      const { language, to } = mail.content
      await sender.send({ id: mail.id, to, language, ...compose(letter) })
      await onSent(mail, letter)
    }
    const outcome = letter === null ? 'dropped' : 'sent'
    await settleMail(database, mail.id, outcome)
    onOutcome(outcome)
  } catch (error) {
    const code = error instanceof MailError ? error.code : 'passing'
    if (code === 'permanent' || mail.attempts >= mostAttempts) {
      await settleMail(database, mail.id, 'failed')
      onOutcome('failed', error)
      return true
    }
    await postponeMail(database, mail)
    onOutcome('postponed')
    // The others would fare no better now; but email addresses that lead nowhere may not hold them up.
    if (code !== 'put-off') throw error
  }
  return true
}

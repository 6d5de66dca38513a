import type { Mail } from '../mail/read-mail.ts'

/** A code in the identity emulator that has not been used yet. */
export interface SentCode {
  sessionInfo: string
  phoneNumber: string
  code: string
}

interface Received {
  id: string
  to: string
  /** ISO 8601 */
  receivedAt: string
}

interface TextMessage extends Received {
  channel: 'sms'
  code: string
}

export interface MailMessage extends Received, Mail {
  channel: 'mail'
}

export type Message = TextMessage | MailMessage

export interface Inbox {
  /** Newest first. Codes stay after they were used. */
  messages(): Promise<Message[]>
  receive(mail: Mail): void
  /** Makes the codes that were sent to a number too old, as if the user had waited. */
  expireCodes(to: string): void
  /** @param sessionInfo the emulator's name of a message */
  isExpired(sessionInfo: string): boolean
}

const KEPT = 100

const isMail = (message: Message, messageId: string | null) =>
  message.channel === 'mail' && message.messageId === messageId

/** @param sentCodes returns the emulator's current codes, oldest first; empty while it is down */
export function createInbox(sentCodes: () => Promise<SentCode[]>, now: () => Date): Inbox {
  let kept: Message[] = []
  let mails = 0
  const expired = new Set<string>()

  const keep = (message: Message) => {
    kept = [message, ...kept].slice(0, KEPT)
  }

  return {
    messages: async () => {
      const codes = await sentCodes()
      for (const { sessionInfo, phoneNumber, code } of codes) {
        if (kept.some(({ id }) => id === sessionInfo)) continue
        keep({
          id: sessionInfo,
          channel: 'sms',
          to: phoneNumber,
          code,
          receivedAt: now().toISOString(),
        })
      }
      return kept
    },
    receive: (mail) => {
      // An email that was sent again after a crash has the same id and is shown once, as in mail programs.
      if (mail.messageId !== null && kept.some((message) => isMail(message, mail.messageId))) return
      mails += 1
      keep({ id: `mail-${mails}`, channel: 'mail', receivedAt: now().toISOString(), ...mail })
    },
    expireCodes(to) {
      for (const message of kept) {
        if (message.channel === 'sms' && message.to === to) expired.add(message.id)
      }
    },
    isExpired: (sessionInfo) => expired.has(sessionInfo),
  }
}

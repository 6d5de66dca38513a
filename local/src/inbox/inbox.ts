/** A code that the identity emulator would have sent and that nobody has used yet. */
export interface SentCode {
  sessionInfo: string
  phoneNumber: string
  code: string
}

export interface Message {
  id: string
  channel: 'sms'
  to: string
  code: string
  /** ISO 8601 */
  receivedAt: string
}

export interface Inbox {
  /** Newest first; a used code stays. */
  messages(): Promise<Message[]>
}

const KEPT = 100

/** @param sentCodes what the emulator holds now, oldest first; empty while it is down */
export function createInbox(sentCodes: () => Promise<SentCode[]>, now: () => Date): Inbox {
  let kept: Message[] = []

  return {
    messages: async () => {
      const codes = await sentCodes()
      for (const { sessionInfo, phoneNumber, code } of codes) {
        if (kept.some(({ id }) => id === sessionInfo)) continue
        const message: Message = {
          id: sessionInfo,
          channel: 'sms',
          to: phoneNumber,
          code,
          receivedAt: now().toISOString(),
        }
        kept = [message, ...kept].slice(0, KEPT)
      }
      return kept
    },
  }
}

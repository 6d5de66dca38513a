import { needsSmtpUtf8 } from '@foyer/contract/email-address'
import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { ComposedMail } from './compose.ts'
import type { MailSettings } from './mail-settings.ts'
import { takesSmtpUtf8 } from './smtp-utf8.ts'

export interface OutgoingMail extends ComposedMail {
  /** The same for a mail that is sent again, by which mail programs recognise it. */
  id: string
  to: string
  language: 'tr' | 'en'
}

export interface MailSender {
  send(mail: OutgoingMail): Promise<void>
  /** Whether the mail server would take mail from us. */
  verify(): Promise<void>
  /** Ends the connection that is kept for the next mail. */
  close(): void
}

/**
 * `permanent`: the mail server wants neither this mail nor the next attempt. `put-off`: it does not want
 * this recipient now. `passing`: it takes no mail at present.
 */
export class MailError extends Error {
  readonly code: 'permanent' | 'put-off' | 'passing'

  constructor(code: MailError['code'], options: ErrorOptions) {
    super(`mail: ${code}`, options)
    this.name = 'MailError'
    this.code = code
  }
}

export function createMailSender({ url, from }: MailSettings): MailSender {
  const pool = new SMTPPool({
    url,
    // Greeting and handshake take longer than a mail: many in a row go over one connection.
    pool: true,
    maxConnections: 1,
    idleTimeout: 5_000,
    // Once, for a connection that the mail server closed just then. Later attempts are the outbox's.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // What is in a mail is text; nothing in it is ever fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const transport = createTransport(pool)
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, language, subject, text, html }) {
      if (needsSmtpUtf8(to) && !(await takesSmtpUtf8(pool.options).catch(raise)))
        throw new MailError('permanent', { cause: 'the mail server does not speak SMTPUTF8' })
      await transport
        .sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          // An object, because a list in one text would be read as several email addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: {
            'Content-Language': language,
            // No answer by absence robots, which would reach a mailbox that nobody reads.
            'Auto-Submitted': 'auto-generated',
          },
        })
        .catch(raise)
    },
    async verify() {
      await transport.verify().catch(raise)
    },
    close: () => transport.close(),
  }
}

function raise(cause: unknown): never {
  throw new MailError(mailErrorCode(cause as SmtpError), { cause })
}

interface SmtpError {
  code?: string
  responseCode?: number
  /** What the server answered to. */
  command?: string
}

function mailErrorCode({ code, responseCode, command }: SmtpError): MailError['code'] {
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isRefused) return 'passing'
  if (responseCode === undefined || responseCode >= 500) return 'permanent'
  return command === 'RCPT TO' ? 'put-off' : 'passing'
}

import { needsSmtpUtf8 } from '@foyer/contract/email-address'
import { createTransport } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { ComposedMail } from './compose.ts'
import type { MailSettings } from './mail-settings.ts'
import { takesSmtpUtf8 } from './smtp-utf8.ts'

export interface OutgoingMail extends ComposedMail {
  /** The same for every attempt to send an email, so that mail programs recognise a repetition. */
  id: string
  to: string
  language: 'tr' | 'en'
}

export interface MailSender {
  send(mail: OutgoingMail): Promise<void>
  /** Rejects unless the mail server can be reached and accepts our login. */
  verify(): Promise<void>
  /** Closes the connections that are kept for the next emails. */
  close(): void
}

/**
 * `permanent`: the mail server will never accept this email. `put-off`: it does not accept this recipient
 * now. `passing`: it accepts no email at present.
 */
export class MailError extends Error {
  readonly code: 'permanent' | 'put-off' | 'passing'

  constructor(code: MailError['code'], options: ErrorOptions) {
    super(`mail: ${code}`, options)
    this.name = 'MailError'
    this.code = code
  }
}

export function createMailSender({ url, from, connections }: MailSettings): MailSender {
  const pool = new SMTPPool({
    url,
    // Connecting takes longer than sending an email, so connections are kept for the next emails.
    pool: true,
    maxConnections: connections,
    idleTimeout: 5_000,
    // One retry, for a connection that the mail server has just closed. The outbox makes all later attempts.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // The content is only text. Nothing in it may make the mailer read a file or a URL.
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
          // An object, because a string with commas would be parsed as several email addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: {
            'Content-Language': language,
            // Prevents automatic replies to a mailbox that nobody reads.
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
  /** The SMTP command that failed. */
  command?: string
}

function mailErrorCode({ code, responseCode, command }: SmtpError): MailError['code'] {
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isRefused) return 'passing'
  if (responseCode === undefined || responseCode >= 500) return 'permanent'
  return command === 'RCPT TO' ? 'put-off' : 'passing'
}

import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  messageId: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  language: string
  /** Milliseconds since 1970. */
  receivedAt: number
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** The number of connections so far. */
  connections: number
  dropConnections(): void
  /** How the next emails are answered. `null` means that they are accepted. */
  failure: 'busy' | 'recipient-put-off' | 'unknown-recipient' | null
  /** How long it takes to accept an email that it has received. */
  acceptsAfterMs: number
  close(): Promise<void>
}

/** A real SMTP server that keeps the emails it gets. */
export async function startMailServer({
  hidesSmtpUtf8 = false,
  acceptsAfterMs = 0,
} = {}): Promise<MailServer> {
  const server = new SMTPServer({
    hideSMTPUTF8: hidesSmtpUtf8,
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    onMailFrom: (_address, _session, done) =>
      done(mailServer.failure === 'busy' ? refusal(451, 'try again later') : null),
    onRcptTo(_address, _session, done) {
      if (mailServer.failure === 'recipient-put-off') return done(refusal(450, 'domain not found'))
      done(mailServer.failure === 'unknown-recipient' ? refusal(550, 'no such mailbox') : null)
    },
    onData: (stream, _session, done) => void receive(stream, done),
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    mailServer.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    connections: 0,
    dropConnections: () => sockets.forEach((socket) => socket.destroy()),
    failure: null,
    acceptsAfterMs,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  async function receive(stream: Readable, done: (failure?: Error) => void) {
    try {
      mailServer.mails.push(toReceived(await simpleParser(stream, { skipTextToHtml: true })))
      const { acceptsAfterMs: pauseMs } = mailServer
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  return mailServer
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function toReceived(mail: ParsedMail): ReceivedMail {
  return {
    messageId: mail.messageId ?? '',
    to: [mail.to ?? []]
      .flat()
      .map(({ text }) => text)
      .join(),
    from: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    language: JSON.stringify(mail.headers.get('content-language')),
    receivedAt: Date.now(),
  }
}

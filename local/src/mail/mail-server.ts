import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { Mail } from './read-mail.ts'
import { readMail } from './read-mail.ts'

export interface MailServer {
  port: number
  close(): Promise<void>
}

const MAX_MAIL_BYTES = 1024 * 1024

/** Accepts every email and forwards none. */
export function startMailServer(port: number, onMail: (mail: Mail) => void): Promise<MailServer> {
  const server = new SMTPServer({
    // On loopback, neither encryption nor a login is needed.
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    // A sender that keeps its connection for the next email must not delay the end of the stack.
    closeTimeout: 500,
    size: MAX_MAIL_BYTES,
    onData: (stream, _session, done) => {
      void receive(stream, onMail, done)
    },
  })
  // Ignores senders that disconnect.
  server.on('error', () => {})
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.server.address()
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () => new Promise((closed) => server.close(() => closed())),
      })
    })
  })
}

async function receive(
  stream: Readable,
  onMail: (mail: Mail) => void,
  done: (fault?: Error) => void,
): Promise<void> {
  try {
    onMail(await readMail(stream))
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error('The mail cannot be read.'))
  }
}

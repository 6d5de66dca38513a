import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A server on TLS whose certificate no system trusts: the SMTP server brings one of its own. A client that
 * checks certificates ends the handshake before it matters which protocol follows.
 */
export async function startPrivateTlsServer(): Promise<{
  port: number
  close: () => Promise<void>
}> {
  const server = new SMTPServer({ secure: true, authOptional: true })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * A TLS server whose certificate no system trusts, because the SMTP server has a self-signed one. A client that checks
 * certificates ends the handshake before it sends anything, so the protocol does not matter.
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

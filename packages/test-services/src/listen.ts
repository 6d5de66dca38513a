import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server on a free port of this machine. */
export async function listen(
  server: Server,
): Promise<{ host: string; close: () => Promise<void> }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

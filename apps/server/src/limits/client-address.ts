import type { IncomingMessage } from 'node:http'
import { clientIpAddress, type NetworkList } from '@foyer/contract/networks'

/** The client's IP address, for the limits. All clients without a known IP address share one key. */
export function clientAddress(request: IncomingMessage, trusted: NetworkList): string {
  const { socket, headers } = request
  return (
    clientIpAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trusted) ?? 'unknown'
  )
}

import type { IncomingMessage } from 'node:http'
import { clientIpAddress, type NetworkList } from '@foyer/contract/networks'

/** Who asks, for limits: the same word for all whose IP address is unknown. */
export function clientAddress(request: IncomingMessage, trusted: NetworkList): string {
  const { socket, headers } = request
  return (
    clientIpAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trusted) ?? 'unknown'
  )
}

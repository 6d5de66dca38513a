import type { IncomingMessage } from 'node:http'
import { clientIpAddress, parseNetworks, type NetworkList } from '@foyer/contract/networks'
import * as v from 'valibot'

export const proxyEnvironment = {
  FOYER_TRUSTED_PROXIES: v.pipe(
    v.optional(v.string(), ''),
    v.rawTransform(({ dataset, addIssue, NEVER }): NetworkList => {
      const parsed = parseNetworks(dataset.value)
      if (parsed.ok) return parsed.list
      addIssue({
        message: 'must be a comma-separated list of IP addresses and networks such as 10.0.0.0/8',
      })
      return NEVER
    }),
  ),
}

/** Who asks, for limits: the same word for all whose address is unknown. */
export function clientAddress(request: IncomingMessage, trusted: NetworkList): string {
  const { socket, headers } = request
  return (
    clientIpAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trusted) ?? 'unknown'
  )
}

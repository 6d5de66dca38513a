import type { IncomingMessage } from 'node:http'
import { listItems } from '@foyer/contract/header-text'
import { canonicalIpAddress, parseNetworks, type NetworkList } from '@foyer/contract/networks'
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

/**
 * The IP address of the client, in its one spelling. A trusted proxy appends the address that it was
 * reached from, so the last entry that is not a trusted proxy is the client. An entry that is no IP
 * address (`unknown`, `unix:`) says nothing about where a request came from: it is skipped, and the entry
 * before it counts. Without such an entry the client is the furthest trusted proxy.
 */
export function clientAddress(request: IncomingMessage, trusted: NetworkList): string {
  const peer = addressOf(request.socket.remoteAddress ?? '')
  if (peer === null || !trusted.includes(peer)) return peer ?? 'unknown'
  const forwarded = listItems(request.headers['x-forwarded-for'])
  let client = peer
  for (const hop of forwarded.map(addressOf).toReversed()) {
    if (hop === null) continue
    client = hop
    if (!trusted.includes(hop)) break
  }
  return client
}

/** Without the port that some proxies append, and the zone that a link-local peer has. */
function addressOf(hop: string): string | null {
  const text = hop
    .replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/%.*$/, '')
  return canonicalIpAddress(text)
}

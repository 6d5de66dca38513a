import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import * as v from 'valibot'

export const proxyEnvironment = {
  FOYER_TRUSTED_PROXIES: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(/[\s,]+/).filter((item) => item !== '')),
    v.everyItem(
      (item) => toNetwork(item) !== null,
      'must be a comma list of addresses and networks such as 10.0.0.0/8',
    ),
  ),
}

export function toTrustedProxies(items: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of items.map(toNetwork))
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family)
  return list
}

/**
 * Who asks. Only listed proxies are believed about whom they ask for: each adds the address it was
 * reached from at the end, so the first from the end that is no proxy of ours is the client.
 */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const hops = [...forwarded.map((hop) => plain(hop.trim())), peer]
  let address = peer
  while (isTrusted(address, trusted)) {
    hops.pop()
    const next = hops.at(-1)
    if (next === undefined || isIP(next) === 0) break
    address = next
  }
  return address
}

/** A host of IPv6 has a whole /64 to itself and may change within it at will. */
export function limitedNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address)
  return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Without the port that some proxies write behind it, and without the prefix that a socket for both
 * families puts before an IPv4 address.
 */
function plain(address: string): string {
  return address
    .replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
}

function toNetwork(text: string) {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family === 0) return null
  const width = family === 6 ? 128 : 32
  const prefix = bits === undefined ? width : Number(bits)
  if (bits === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > width) return null
  return { address, prefix, family: family === 6 ? ('ipv6' as const) : ('ipv4' as const) }
}

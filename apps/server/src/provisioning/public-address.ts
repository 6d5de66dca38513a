import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

// https://www.iana.org/assignments/iana-ipv4-special-registry and the corresponding registry for IPv6.
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4')

/** Public IPv6 addresses: `2000::/3` without its special-purpose networks. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return isIP(address) === 4 && !special.check(address, 'ipv4')
}

/**
 * A DNS lookup that fails if any address of the host is not public. It runs when the connection is made, so
 * that a later DNS change cannot bypass it.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, '')
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(notPublic(), '')
    return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
  })
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('the host has an address that is not public'), {
    code: 'ADDRESS_NOT_PUBLIC',
  })
}

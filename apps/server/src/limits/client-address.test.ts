import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, limitedNetwork, toTrustedProxies } from './client-address.ts'

const trusted = toTrustedProxies(['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1'])

const asked = (peer: string, forwardedFor?: string) =>
  clientAddress(
    {
      socket: { remoteAddress: peer },
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    } as unknown as IncomingMessage,
    trusted,
  )

describe('the client', () => {
  it.each([
    ['is the peer', '192.0.2.1', undefined, '192.0.2.1'],
    ['is the peer, whatever a stranger claims (X08)', '192.0.2.1', '127.0.0.1', '192.0.2.1'],
    ['is whom a proxy of ours names', '10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['is whom the last stranger was', '10.1.2.3', '1.1.1.1, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['is no invention before that', '10.1.2.3', '127.0.0.1, 192.0.2.1', '192.0.2.1'],
    ['is the proxy that names nobody', '10.1.2.3', undefined, '10.1.2.3'],
    ['is the proxy that names nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['is the furthest proxy when there are but proxies', '10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['may come with its port', '10.1.2.3', '1.1.1.1, 192.0.2.1:50123', '192.0.2.1'],
    ['may come by IPv6 with its port', '10.1.2.3', '[2001:db8:2::1]:50123', '2001:db8:2::1'],
    ['is an IPv4 address on a socket for both', '::ffff:10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['may come by IPv6', '2001:db8:1::5', '2001:db8:2::1', '2001:db8:2::1'],
  ])('%s', (_fact, peer, forwardedFor, client) => {
    expect(asked(peer, forwardedFor)).toBe(client)
  })
})

describe('what is limited', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:2:3:4:5:6:7', '2001:db8:2:3'],
    ['2001:0db8:0002:0003::1', '2001:db8:2:3'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])('%s is %s: all of an IPv6 host, whichever of its addresses it uses', (address, network) => {
    expect(limitedNetwork(address)).toBe(network)
  })
})

import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { parseNetworks } from '@foyer/contract/networks'
import { clientAddress } from './client-address.ts'

const parsed = parseNetworks('10.0.0.0/8, 2001:db8:1::/48, 127.0.0.1')
if (!parsed.ok) throw new Error('the networks are invalid')
const trusted = parsed.list

const asked = (peer: string | undefined, forwardedFor?: string) =>
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
    [
      'is the peer, whatever a stranger claims (hostile-X08)',
      '192.0.2.1',
      '127.0.0.1',
      '192.0.2.1',
    ],
    ['is unknown when its connection has gone', undefined, '192.0.2.1', 'unknown'],
    ['is unknown where its address is none', 'nonsense', '192.0.2.1', 'unknown'],
    ['is whom a proxy of ours names', '10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['is whom the last stranger was', '10.1.2.3', '1.1.1.1, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
    ['is no invention before that', '10.1.2.3', '127.0.0.1, 192.0.2.1', '192.0.2.1'],
    ['is the proxy that names nobody', '10.1.2.3', undefined, '10.1.2.3'],
    ['is the proxy that names no IP address', '10.1.2.3', 'unknown', '10.1.2.3'],
    [
      'is the entry before one that is no IP address',
      '10.1.2.3',
      '192.0.2.1, unknown',
      '192.0.2.1',
    ],
    ['is the entry before a Unix socket', '10.1.2.3', '192.0.2.1, unix:', '192.0.2.1'],
    ['is never an entry before a stranger', '10.1.2.3', '8.8.8.8, unknown, 192.0.2.1', '192.0.2.1'],
    ['is an IPv4 address written in hex', '10.1.2.3', '::ffff:cb00:7107', '203.0.113.7'],
    ['is a private IPv4 address written in hex', '10.1.2.3', '::ffff:c0a8:101', '192.168.1.1'],
    ['is an IPv4 address in a compatible one', '10.1.2.3', '::8.8.8.8', '8.8.8.8'],
    ['is an IPv4 address behind NAT64', '10.1.2.3', '64:ff9b::808:808', '8.8.8.8'],
    ['is a link-local peer without its zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['is not cleaned of a byte that is no white space', '10.1.2.3', '\u00a0192.0.2.1', '10.1.2.3'],
    ['is the furthest proxy when there are but proxies', '10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['may come with its port', '10.1.2.3', '1.1.1.1, 192.0.2.1:50123', '192.0.2.1'],
    ['may come by IPv6 in brackets', '10.1.2.3', '[2001:db8:2::1]', '2001:db8:2::1'],
    ['has no port of six digits', '10.1.2.3', '192.0.2.1:500000', '10.1.2.3'],
    ['may come with its zone', '10.1.2.3', 'fe80::2%eth1', 'fe80::2'],
    ['may come by IPv6 with its port', '10.1.2.3', '[2001:db8:2::1]:50123', '2001:db8:2::1'],
    ['is an IPv4 address on a socket for both', '::ffff:10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['may come by IPv6', '2001:db8:1::5', '2001:db8:2::1', '2001:db8:2::1'],
  ])('%s', (_fact, peer, forwardedFor, client) => {
    expect(asked(peer, forwardedFor)).toBe(client)
  })
})

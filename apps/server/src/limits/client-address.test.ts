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

describe('the client’s IP address', () => {
  it.each([
    ['is that of the connection', '192.0.2.1', undefined, '192.0.2.1'],
    [
      'is that of the connection, whatever an untrusted client sends (hostile-X08)',
      '192.0.2.1',
      '127.0.0.1',
      '192.0.2.1',
    ],
    ['is unknown after the connection was closed', undefined, '192.0.2.1', 'unknown'],
    ['is unknown if the peer has no IP address', 'nonsense', '192.0.2.1', 'unknown'],
    ['is the one that a trusted proxy forwards', '10.1.2.3', '192.0.2.1', '192.0.2.1'],
    [
      'is the last untrusted one in the list',
      '10.1.2.3',
      '1.1.1.1, 192.0.2.1, 10.9.9.9',
      '192.0.2.1',
    ],
    [
      'is not a forged one before the last untrusted one',
      '10.1.2.3',
      '127.0.0.1, 192.0.2.1',
      '192.0.2.1',
    ],
    ['is that of a trusted proxy without a list', '10.1.2.3', undefined, '10.1.2.3'],
    ['is that of a trusted proxy whose list has no IP address', '10.1.2.3', 'unknown', '10.1.2.3'],
    [
      'is the one before an entry that is no IP address',
      '10.1.2.3',
      '192.0.2.1, unknown',
      '192.0.2.1',
    ],
    ['is the one before a Unix socket', '10.1.2.3', '192.0.2.1, unix:', '192.0.2.1'],
    [
      'is never one before an untrusted one',
      '10.1.2.3',
      '8.8.8.8, unknown, 192.0.2.1',
      '192.0.2.1',
    ],
    ['is IPv4 if it is an IPv4-mapped one in hex', '10.1.2.3', '::ffff:cb00:7107', '203.0.113.7'],
    [
      'is private IPv4 if it is an IPv4-mapped one in hex',
      '10.1.2.3',
      '::ffff:c0a8:101',
      '192.168.1.1',
    ],
    ['is IPv4 if it is an IPv4-compatible one', '10.1.2.3', '::8.8.8.8', '8.8.8.8'],
    ['is IPv4 if it is a NAT64 one', '10.1.2.3', '64:ff9b::808:808', '8.8.8.8'],
    ['is a link-local one without its zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['must not have a no-break space', '10.1.2.3', '\u00a0192.0.2.1', '10.1.2.3'],
    ['is that of the furthest proxy if all are trusted', '10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['may have a port', '10.1.2.3', '1.1.1.1, 192.0.2.1:50123', '192.0.2.1'],
    ['may be IPv6 in brackets', '10.1.2.3', '[2001:db8:2::1]', '2001:db8:2::1'],
    ['may not have a port of six digits', '10.1.2.3', '192.0.2.1:500000', '10.1.2.3'],
    ['may have a zone', '10.1.2.3', 'fe80::2%eth1', 'fe80::2'],
    ['may be IPv6 with a port', '10.1.2.3', '[2001:db8:2::1]:50123', '2001:db8:2::1'],
    ['is IPv4 on a dual-stack socket', '::ffff:10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['may be IPv6', '2001:db8:1::5', '2001:db8:2::1', '2001:db8:2::1'],
  ])('the client’s IP address %s', (_fact, peer, forwardedFor, client) => {
    expect(asked(peer, forwardedFor)).toBe(client)
  })

  it('the IP addresses that a client makes up are not read', () => {
    const list = `${'::,'.repeat(20_000)}192.0.2.1`
    const startedAt = process.cpuUsage()
    for (let count = 0; count < 20; count += 1) expect(asked('10.1.2.3', list)).toBe('192.0.2.1')
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1000)
  })
})

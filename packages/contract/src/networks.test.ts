import { describe, expect, it } from 'vitest'
import { canonicalIpAddress, clientNetwork, parseNetworks } from './networks.ts'
import { boundaryValues } from './testing/boundary-values.ts'

function listOf(text: string) {
  const parsed = parseNetworks(text)
  if (!parsed.ok) throw new Error(`rejected: ${parsed.invalid.join()}`)
  return parsed.list
}

describe('a list of networks', () => {
  it.each(boundaryValues.networks.valid)('%j is a list of networks', (text) => {
    expect(parseNetworks(text).ok).toBe(true)
  })

  it.each(boundaryValues.networks.invalid)('%j is not a list of networks', (text) => {
    expect(parseNetworks(text).ok).toBe(false)
  })

  it('the error about a list of networks names the entries that it rejects', () => {
    expect(parseNetworks('10.0.0.0/8, 10.0.0.0/, x')).toEqual({
      ok: false,
      invalid: ['10.0.0.0/', 'x'],
    })
  })

  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['2001:db8:1::/48', '2001:0DB8:0001:ffff::1', true],
    ['2001:db8:1::/48', '2001:db8:2::1', false],
    ['64:ff9b::/96', '64:ff9b::1.2.3.4', true],
    ['::/0', '2001:db8::1', true],
    ['10.0.0.0/8', 'unknown', false],
    ['0.0.0.0/0', '', false],
    ['', '10.0.0.1', false],
  ])('the networks %j: whether they include %s is %s', (text, address, isIncluded) => {
    expect(listOf(text).includes(address)).toBe(isIncluded)
  })
})

describe('an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:c0a8:101', '192.168.1.1'],
    ['::8.8.8.8', '8.8.8.8'],
    ['::808:808', '8.8.8.8'],
    ['64:ff9b::8.8.8.8', '8.8.8.8'],
    ['64:ff9b::808:808', '8.8.8.8'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('the IP address %s has the canonical form %s', (text, canonical) => {
    expect(canonicalIpAddress(text)).toBe(canonical)
  })

  it.each([
    '',
    'unknown',
    '010.0.0.1',
    '10.0.0.1/8',
    '10.1',
    '256.1.1.1',
    '1::2::3',
    '::\t1',
    'fe80::1%eth0',
  ])('%j is not an IP address', (text) => {
    expect(canonicalIpAddress(text)).toBeNull()
  })
})

describe('the network of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:2:3:4:5:6:7', '2001:db8:2:3'],
    ['2001:0db8:0002:0003::1', '2001:db8:2:3'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::', 'fe80:0:0:0'],
  ])(
    'the network of the client %s is %s, for every address of an IPv6 host’s /64',
    (address, network) => {
      expect(clientNetwork(address)).toBe(network)
    },
  )
})

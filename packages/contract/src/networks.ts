import { listItems, type HeaderValue } from './header-text.ts'

/**
 * IP addresses and networks, as settings list them and as proxies report them. Values are 128-bit numbers, in which an
 * IPv4 address is its mapped IPv6 address (RFC 4291, 2.5.5.2).
 */
export interface Network {
  first: bigint
  /** The length of the prefix, of 128 bits. */
  bits: number
}

/** Whether an IP address, in any spelling, is in one of the networks. A text that is not an IP address is in none. */
export interface NetworkList {
  includes(address: string): boolean
  isEmpty: boolean
}

export type ParsedNetworks = { ok: true; list: NetworkList } | { ok: false; invalid: string[] }

const width = 128
const mappedPrefix = 0xffff_0000_0000n

/** IP addresses and networks, separated by commas or white space. */
export function parseNetworks(text: string): ParsedNetworks {
  const items = text.split(/[\s,]+/).filter((item) => item !== '')
  const invalid = items.filter((item) => parseNetwork(item) === null)
  if (invalid.length > 0) return { ok: false, invalid }
  const networks = items.map(parseNetwork).filter((network) => network !== null)
  const list = {
    includes: (address: string) => isInOne(networks, address),
    isEmpty: networks.length === 0,
  }
  return { ok: true, list }
}

/** An IP address, or an IP address with a slash and a prefix length. */
export function parseNetwork(text: string): Network | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? []
  const first = toNumber(address)
  if (first === null) return null
  const before = address.includes(':') ? 0 : 96
  const bits = prefix === undefined ? width : before + Number(prefix)
  return bits <= width ? { first, bits } : null
}

/**
 * The canonical form of an IP address, or null. An IPv4 address that is embedded in an IPv6 address (mapped, compatible
 * or NAT64, in digits or in hex) becomes that IPv4 address. Otherwise one client would count as several, and all
 * clients with one such prefix as a single client.
 */
export function canonicalIpAddress(text: string): string | null {
  const number = toNumber(text)
  return number === null ? null : toText(withoutEmbedding(number))
}

/**
 * The IP address of the client, in canonical form. Null if there is no peer. A trusted proxy appends the address that
 * it was reached from, so the client is the last entry that is not a trusted proxy. An entry that is not an IP address
 * (`unknown`, `unix:`) is skipped, and the entry before it counts. If no entry is left, the client is the furthest
 * trusted proxy.
 */
export function clientIpAddress(
  peer: string,
  forwardedFor: HeaderValue,
  trusted: NetworkList,
): string | null {
  let client = addressOf(peer)
  if (client === null || !trusted.includes(client)) return client
  // One after the other, because a client may have sent thousands before the one that counts.
  for (const item of listItems(forwardedFor).toReversed()) {
    const hop = addressOf(item)
    if (hop === null) continue
    client = hop
    if (!trusted.includes(hop)) break
  }
  return client
}

/** Removes the port that some proxies append, and the zone of a link-local peer. */
function addressOf(hop: string): string | null {
  const text = hop
    .replace(/^(\d+(?:\.\d+){3}):\d{1,5}$/, '$1')
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/%.*$/, '')
  return canonicalIpAddress(text)
}

/**
 * The first 64 bits of an IPv6 address, because a host can choose the other 64 bits. An IPv4 address stays as it is.
 */
export function clientNetwork(address: string): string {
  const number = toNumber(address)
  if (number === null) return address
  const plain = withoutEmbedding(number)
  return isMapped(plain) ? toText(plain) : groupsOf(plain).slice(0, 4).join(':')
}

function isInOne(networks: readonly Network[], address: string): boolean {
  const number = toNumber(address)
  if (number === null) return false
  return [number, withoutEmbedding(number)].some((value) =>
    networks.some(({ first, bits }) => {
      const rest = BigInt(width - bits)
      return value >> rest === first >> rest
    }),
  )
}

function toNumber(text: string): bigint | null {
  if (!text.includes(':')) {
    const number = parseIpv4(text)
    return number === null ? null : mappedPrefix | number
  }
  // The URL parser drops tabs and line breaks, so the text is restricted first.
  const address = `http://[${text}]`
  if (!/^[0-9A-Fa-f:.]+$/.test(text) || !URL.canParse(address)) return null
  const [head = '', tail = ''] = new URL(address).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) | hex(group), 0n)
}

/** Four decimal numbers without leading zeros: some parsers read `010` as 8 and others as 10, so it is refused. */
function parseIpv4(text: string): bigint | null {
  const parts = text.split('.')
  const isAddress =
    parts.length === 4 &&
    parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
  return isAddress ? parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) : null
}

function isMapped(number: bigint): boolean {
  return number >> 32n === mappedPrefix >> 32n
}

/** RFC 4291, 2.5.5 (compatible and mapped addresses) and RFC 6052 (the well-known NAT64 prefix). */
function withoutEmbedding(number: bigint): bigint {
  const ipv4 = number & 0xffff_ffffn
  // `::` and `::1` have this form too. No IPv4 host has an address below 1.0.0.0.
  const isCompatible = number === ipv4 && ipv4 > 0xff_ffffn
  const isNat64 = number >> 32n === 0x0064_ff9b_0000_0000_0000_0000n
  return isCompatible || isNat64 ? mappedPrefix | ipv4 : number
}

function toText(number: bigint): string {
  if (isMapped(number))
    return [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 0xffn)).join('.')
  return new URL(`http://[${groupsOf(number).join(':')}]`).hostname.slice(1, -1)
}

function groupsOf(number: bigint): string[] {
  return Array.from({ length: 8 }, (_, index) =>
    ((number >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  )
}

function hex(group: string): bigint {
  return BigInt(`0x${group}`)
}
